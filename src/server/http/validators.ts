import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { FORM_TYPE } from './bodies/bodies.ts';
import { Refusal } from './refusal.ts';
import { validationText } from './validationText.ts';

// `strictNumbers` off: otherwise Infinity, as parsed from a text like 1e999, would not be a number, and `maximum` would
// ignore it
const COMMON_OPTIONS: Options = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  strictNumbers: false,
  strict: false,
  addUsedSchema: false,
};

type Compile = (schema: object) => ValidateFunction;

/**
 * Returns a function that compiles schemas and caches the result by their text: several servers in one process, as in
 * tests, compile each schema once.
 */
function cachingCompiler(options: Options): Compile {
  const ajv = new Ajv({ ...COMMON_OPTIONS, ...options });
  // the module is CommonJS: the types of its default export are wrong here
  (addFormats as unknown as (ajv: Ajv) => Ajv)(ajv);
  const cache = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const compiled = cache.get(text) ?? ajv.compile(schema);
    cache.set(text, compiled);
    return compiled;
  };
}

type CheckFunction = ((data: unknown) => boolean) & { errors?: ValidateFunction['errors'] };

/** Values of a JSON body have their own types and are not converted. */
const compileStrict = cachingCompiler({ coerceTypes: false });
/** Addresses and form fields contain only texts, which are converted to what the schema requires. */
const compileCoercing = cachingCompiler({ coerceTypes: 'array' });

/**
 * Compiles a schema when its route is first called: compiling the schemas of some three hundred routes would take most
 * of the start-up time. A test that calls every route ensures that each schema compiles.
 */
function compileAtFirstUse(compile: Compile, schema: object): CheckFunction {
  let compiled: ValidateFunction | undefined;
  const check: CheckFunction = (data) => {
    compiled ??= compile(schema);
    const isValid = compiled(data);
    check.errors = compiled.errors;
    return isValid;
  };
  return check;
}

/** Installs the validators: strict ones for JSON bodies, coercing ones for addresses and form fields. */
export function installValidators(app: FastifyInstance): void {
  const compiler: FastifySchemaCompiler<object> = ({
    schema,
    httpPart,
    contentType,
  }: {
    schema: object;
    httpPart?: string;
    contentType?: string;
  }) => compileAtFirstUse(httpPart === 'body' && contentType !== FORM_TYPE ? compileStrict : compileCoercing, schema);
  app.setValidatorCompiler(compiler);
  // Fastify validates neither a body whose type the route does not name nor a missing body
  const jsonValidators = new WeakMap<object, ValidateFunction>();
  app.addHook('preValidation', (request, _reply, done) => {
    const schema = unnamedSchema(request);
    if (!schema) {
      done();
      return;
    }
    const check = jsonValidators.get(schema) ?? compileStrict(schema);
    jsonValidators.set(schema, check);
    // a request without a body counts as null; an upload, whose body is not parsed, as undefined
    const body = request.body ?? (request.headers['content-type'] === undefined ? null : undefined);
    done(
      check(body)
        ? undefined
        : new Refusal('REQUEST_INVALID', {
            detail: validationText((check.errors ?? []) as Parameters<typeof validationText>[0]),
          }),
    );
  });
}

/**
 * The JSON schema of a route that lists the types of its body, if the type of this request is not among them; else
 * null.
 */
function unnamedSchema({ routeOptions, headers }: FastifyRequest): object | null {
  const content = (routeOptions.schema?.body as { content?: Record<string, { schema: object }> } | undefined)?.content;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return content && !Object.hasOwn(content, type.trim().toLowerCase())
    ? (content['application/json']?.schema ?? null)
    : null;
}

/** The schema of a body that is sent either as JSON or as form fields (DU-002: downloads). */
export const formOrJson = (schema: object): object => ({
  content: { 'application/json': { schema }, [FORM_TYPE]: { schema } },
});
