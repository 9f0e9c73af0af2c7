import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { FORM_TYPE } from './bodies/bodies.ts';
import { Refusal } from './refusal.ts';
import { validationText } from './validationText.ts';

// `strictNumbers` off: Infinity (from a text such as 1e999) must count as a number, so that `maximum` refuses it
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
 * Returns a function that compiles schemas and caches the results by text, so that several servers in one process (as
 * in tests) compile each schema once.
 */
function createCachingCompiler(options: Options): Compile {
  const ajv = new Ajv({ ...COMMON_OPTIONS, ...options });
  // the types of the default export of this CommonJS module are wrong
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

/** For JSON bodies: values have their own types and are not converted. */
const compileStrict = createCachingCompiler({ coerceTypes: false });
/** For addresses and form fields: they contain only texts, which are converted to the types in the schema. */
const compileCoercing = createCachingCompiler({ coerceTypes: 'array' });

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

/** Installs the strict validator for JSON bodies and the coercing validator for addresses and form fields. */
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
  // Fastify does not validate a missing body, or a body of a content type that the route does not list
  const jsonValidators = new WeakMap<object, ValidateFunction>();
  app.addHook('preValidation', (request, _reply, done) => {
    const schema = jsonSchemaForUnlistedType(request);
    if (!schema) {
      done();
      return;
    }
    const check = jsonValidators.get(schema) ?? compileStrict(schema);
    jsonValidators.set(schema, check);
    // treat a request without a body as null, and an upload (its body is not parsed) as undefined
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
 * If the route lists the content types of its body and this request has none of them, returns the route's schema for
 * JSON. Otherwise null.
 */
function jsonSchemaForUnlistedType({ routeOptions, headers }: FastifyRequest): object | null {
  const content = (routeOptions.schema?.body as { content?: Record<string, { schema: object }> } | undefined)?.content;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return content && !Object.hasOwn(content, type.trim().toLowerCase())
    ? (content['application/json']?.schema ?? null)
    : null;
}

/** Returns the schema of a body that is sent either as JSON or as form fields (DU-002: downloads). */
export const formOrJson = (schema: object): object => ({
  content: { 'application/json': { schema }, [FORM_TYPE]: { schema } },
});
