#!/usr/bin/env bash
# Has every file of deploy/ checked by the program that reads it, and openapi.json by a validator.
# usage: scripts/check_deploy.sh <skua-server>
# The validators from npm go to build/tools.
set -euo pipefail
server=$(realpath "$1")
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin

say() { echo "-- $1"; }

say "HAProxy"
SKUA_BIND=127.0.0.1:8080 SKUA_A=127.0.0.1:8081 SKUA_B=127.0.0.1:8082 haproxy -c -f deploy/haproxy.cfg

say "Prometheus and its alerts"
promtool check config deploy/prometheus.yml

say "systemd"
unit=$(mktemp -d)
trap 'rm -rf "$unit"' EXIT
sed "s|/usr/local/bin/skua-server|$server|" deploy/skua-server.service >"$unit/skua-server.service"
complaints=$(systemd-analyze verify "$unit/skua-server.service" 2>&1 | grep -F skua-server || true)
[[ -z $complaints ]] || { echo "$complaints"; exit 1; }

say "compose"
docker-compose -f deploy/compose.yml config --quiet

tools=build/tools
if [[ ! -d $tools/node_modules/kubernetes-models ]]; then
    mkdir -p "$tools"
    npm install --prefix "$tools" --no-save --no-audit --no-fund --loglevel=error \
        kubernetes-models@5.1.0 yaml@2.8.0 @seriousme/openapi-schema-validator@2.11.0
fi

say "Kubernetes"
cat >"$tools/manifests.mjs" <<'SCRIPT'
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
for (const document of parseAllDocuments(readFileSync(process.argv[2], 'utf8'))) {
    if (document.errors.length > 0) throw document.errors[0];
    const object = document.toJS();
    const { [object.kind]: Model } = await import(`kubernetes-models/${object.apiVersion}/${object.kind}`);
    new Model(object).validate();
    console.log(`${object.kind} ${object.metadata.name} is valid`);
}
SCRIPT
node "$tools/manifests.mjs" deploy/kubernetes.yml

say "OpenAPI"
"$tools/node_modules/.bin/validate-api" server/openapi.json
