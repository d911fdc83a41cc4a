// The part of JSON Schema that docs/analysis.schema.json uses.

function typeOf(value) {
  if (value === null) { return 'null'; }
  if (Array.isArray(value)) { return 'array'; }
  return Number.isInteger(value) ? 'integer' : typeof value;
}

// What is wrong with the value, as sentences.
export function problems(schema, value, root = schema, path = '$') {
  if (schema.$ref) {
    const target = schema.$ref.replace('#/', '').split('/').reduce((part, name) => part[name], root);
    return problems(target, value, root, path);
  }
  const found = [];
  if (schema.oneOf) {
    const fitting = schema.oneOf.filter((each) => problems(each, value, root, path).length === 0);
    if (fitting.length !== 1) {
      found.push(`${path} fits ${fitting.length} of ${schema.oneOf.length} alternatives`,
        ...schema.oneOf.flatMap((each) => problems(each, value, root, path)));
    }
  }
  const type = typeOf(value);
  if (schema.type) {
    const allowed = [schema.type].flat();
    if (!allowed.includes(type) && !(type === 'integer' && allowed.includes('number'))) {
      return [...found, `${path} is of type ${type}, not ${allowed}`];
    }
  }
  if (schema.enum && !schema.enum.includes(value)) { found.push(`${path}: ${value} is none of ${schema.enum}`); }
  if (schema.pattern && type === 'string' && !new RegExp(schema.pattern, 'u').test(value)) {
    found.push(`${path}: ${value} does not match ${schema.pattern}`);
  }
  if (schema.minimum !== undefined && value < schema.minimum) { found.push(`${path}: ${value} is too small`); }
  if (schema.maximum !== undefined && value > schema.maximum) { found.push(`${path}: ${value} is too large`); }
  if (type === 'array' && schema.items) {
    value.forEach((each, i) => found.push(...problems(schema.items, each, root, `${path}[${i}]`)));
  }
  if (type === 'object') {
    for (const name of schema.required ?? []) {
      if (!(name in value)) { found.push(`${path}.${name} is missing`); }
    }
    for (const [name, each] of Object.entries(value)) {
      const known = schema.properties?.[name] ?? schema.additionalProperties;
      if (known === false) { found.push(`${path}.${name} is not in the schema`); }
      if (typeof known === 'object') { found.push(...problems(known, each, root, `${path}.${name}`)); }
    }
  }
  return found;
}
