import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { FORM } from './bodies.ts';
import { Refusal } from './refusal.ts';
import { validationText } from './validation.ts';

// not strict about numbers: strictly, one without end is no number, and no `maximum` looks at what a text like 1e999 became
const COMMON: Options = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  strictNumbers: false,
  strict: false,
  addUsedSchema: false,
};

function reader(options: Options): Ajv {
  const ajv = new Ajv({ ...COMMON, ...options });
  // the module is CommonJS: seen from here its function is the default of its default
  (addFormats as unknown as (ajv: Ajv) => Ajv)(ajv);
  return ajv;
}

type Check = ((data: unknown) => boolean) & { errors?: ValidateFunction['errors'] };

/**
 * Compiles a schema when its route is first asked: most of the time of a start would go into the schemas of some three hundred
 * routes. That each can be compiled is held by the test that calls every route.
 */
function compileAtFirstUse(ajv: Ajv, schema: object): Check {
  let compiled: ValidateFunction | undefined;
  const check: Check = (data) => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(data);
    check.errors = compiled.errors;
    return isValid;
  };
  return check;
}

/**
 * A JSON body says itself what is a number, a text or a list: nothing of it is turned into what its schema would like. An
 * address and the fields of a form are texts, which become numbers, flags and lists where the schema says so.
 */
export function installShapes(app: FastifyInstance): void {
  const exact = reader({ coerceTypes: false });
  const texts = reader({ coerceTypes: 'array' });
  const compile: FastifySchemaCompiler<object> = ({
    schema,
    httpPart,
    contentType,
  }: {
    schema: object;
    httpPart?: string;
    contentType?: string;
  }) => compileAtFirstUse(httpPart === 'body' && contentType !== FORM ? exact : texts, schema);
  app.setValidatorCompiler(compile);
  // a body of a type that the route does not name is looked at by nobody else, and neither is one that is not there
  const others = new WeakMap<object, ValidateFunction>();
  app.addHook('preValidation', (request, _reply, done) => {
    const schema = unnamedSchema(request);
    if (!schema) {
      done();
      return;
    }
    const check = others.get(schema) ?? exact.compile(schema);
    others.set(schema, check);
    // who sends nothing at all may where none is needed; an upload is something, though it is no body
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

/** The schema of JSON where a route names the types of its body and this request's is none of them. */
function unnamedSchema({ routeOptions, headers }: FastifyRequest): object | null {
  const content = (routeOptions.schema?.body as { content?: Record<string, { schema: object }> } | undefined)?.content;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return content && !Object.hasOwn(content, type.trim().toLowerCase())
    ? (content['application/json']?.schema ?? null)
    : null;
}

/** A body that pages send as JSON and forms as fields (DU-002: downloads). */
export const formOrJson = (schema: object): object => ({
  content: { 'application/json': { schema }, [FORM]: { schema } },
});
