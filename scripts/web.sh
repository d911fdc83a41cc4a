#!/usr/bin/env bash
# Builds, serves and tests the page in web/page. The engine must be there: web/engine/dist, or SKUA_ENGINE_DIR.
# usage: scripts/web.sh build|serve|test|long
set -euo pipefail
cd "$(dirname "$0")/../web/page"

# node_modules is made again when the list of packages has changed.
if [[ ! -f node_modules/.installed || package-lock.json -nt node_modules/.installed ]]; then
    npm ci --no-audit --no-fund --loglevel=error
    touch node_modules/.installed
fi

case ${1:-} in
    build) npm run --silent build ;;
    serve)
        npm run --silent build
        exec npm run --silent serve
        ;;
    test)  # the build comes first: it makes a table that the types know
        npm run --silent build
        npm run --silent types
        npm run --silent test
        npm run --silent e2e:short
        ;;
    long)
        npm run --silent build
        npm run --silent lint
        npm run --silent types
        npm run --silent test
        npm run --silent e2e
        ;;
    *)
        echo "usage: scripts/web.sh build|serve|test|long" >&2
        exit 2
        ;;
esac
