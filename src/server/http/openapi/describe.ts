import { ERRORS } from '../../../domain/problem/index.ts';
import { ACCESS_ANSWERS } from './answersAccess.ts';
import { ADMIN_ANSWERS } from './answersAdmin.ts';
import { PACK_ANSWERS } from './answersPacks.ts';
import { FOLDER_ANSWERS } from './answersFolders.ts';
import { RECORD_PAGE_ANSWERS } from './answersRecordPages.ts';
import { VISIT_ANSWERS } from './answersVisits.ts';
import { FLOW_ANSWERS } from './answersFlow.ts';
import { FORM_ANSWERS } from './answersForms.ts';
import { OFFICE_ANSWERS } from './answersOffice.ts';
import { SYSTEM_ANSWERS } from './answersSystem.ts';
import { schemaOf, type Answers, type FileAnswer, type Schema } from './shape.ts';
import { describeKey } from './keyDescriptions.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> };
  responses?: Record<string, unknown>;
}
/** The parts of an OpenAPI description that this file reads or changes. */
export interface Description {
  openapi?: string;
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown>; responses?: Record<string, unknown> };
}

/** The answers of all calls, by method and path. A new call is added to the table of its area. */
export const ANSWERS: Answers = {
  ...SYSTEM_ANSWERS,
  ...FORM_ANSWERS,
  ...FLOW_ANSWERS,
  ...OFFICE_ANSWERS,
  ...ADMIN_ANSWERS,
  ...PACK_ANSWERS,
  ...ACCESS_ANSWERS,
  ...RECORD_PAGE_ANSWERS,
  ...VISIT_ANSWERS,
  ...FOLDER_ANSWERS,
};

const JSON_TYPE = 'application/json';
const isFile = (answer: Answers[string]): answer is FileAnswer =>
  typeof answer === 'object' && 'file' in answer && Array.isArray(answer.file);
const binary: Schema = { type: 'string', format: 'binary' };

/** Returns the schema of a successful JSON answer that contains `data`. */
const envelope = (data: Schema): Schema => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'string', description: '1 表示成功；登录失败、登录已失效等少数情况也以 200 应答，code 为错误编码' },
    msg: { type: 'string', description: describeKey('msg') },
    data: { description: '数据', ...data },
  },
});

/** The schema of the answer to a refused call. */
const REFUSAL: Schema = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'string', enum: Object.keys(ERRORS), description: '错误编码' },
    msg: { type: 'string', description: describeKey('msg') },
    data: { description: '错误的细节，没有则为空' },
  },
};

/** Returns the responses of an operation: its answer, and the refusal. */
function responsesOf(answer: Answers[string]): Record<string, unknown> {
  const content = isFile(answer)
    ? Object.fromEntries(answer.file.map((type) => [type, { schema: binary }]))
    : { [JSON_TYPE]: { schema: envelope(schemaOf(answer)) } };
  return {
    200: { description: isFile(answer) ? '文件内容' : '成功', content },
    default: { $ref: '#/components/responses/Refusal' },
  };
}

/**
 * Adds descriptions to keys, and converts `nullable` into JSON Schema's type `null`. `name`: the key whose value the
 * schema describes; '' if it is not the value of a key.
 */
function completeSchema(schema: Schema, name = ''): Schema {
  const { nullable, ...rest } = schema;
  const text = describeKey(name);
  const properties =
    rest.properties &&
    Object.fromEntries(Object.entries(rest.properties).map(([key, inner]) => [key, completeSchema(inner, key)]));
  return {
    ...rest,
    ...(rest.description || text === '' ? {} : { description: text }),
    ...(nullable === true && typeof rest.type === 'string' ? { type: [rest.type, 'null'] } : {}),
    ...(properties ? { properties } : {}),
    ...(rest.items ? { items: completeSchema(rest.items) } : {}),
    ...(rest.anyOf ? { anyOf: rest.anyOf.map((alternative) => completeSchema(alternative)) } : {}),
  };
}

/**
 * Names of the parts of each upload, by path. The first part is the file (`files`: several files) and is required. The
 * routes of uploads declare no schema of their body, because they read the parts one by one.
 */
const UPLOAD_PARTS: Readonly<Record<string, readonly string[]>> = {
  '/api/file/sys/file/upload': ['file'],
  '/api/common/upload': ['file'],
  '/api/file/sys/file/batchUpload': ['files'],
  '/api/system/frmField/importData': ['file', 'formTitle', 'formKey'],
  '/api/system/frmCrud/importRows/{formKey}': ['file'],
  '/api/system/sys/user/importCheck': ['file'],
  '/api/system/sys/user/import': ['file'],
  '/api/system/sys/user/importFailed': ['file'],
  '/api/system/hr/userArchives/import/updateContract': ['file'],
};
const uploadBody = (keys: readonly string[]): Operation['requestBody'] => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: keys.slice(0, 1),
        properties: Object.fromEntries(
          keys.map((key, index) => [
            key,
            {
              ...(key === 'files' ? { type: 'array', items: binary } : index === 0 ? binary : { type: 'string' }),
              description: describeKey(key === 'files' ? 'file' : key),
            },
          ]),
        ),
      },
    },
  },
});

/** Returns the declared parameters of an operation and the other parameters of its path, all with descriptions. */
function parametersOf(path: string, { parameters = [] }: Operation): Parameter[] {
  const undeclared = [...path.matchAll(/\{([^}]+)\}/g)]
    .map(([, name]) => name as string)
    .filter((name) => !parameters.some((parameter) => parameter.in === 'path' && parameter.name === name));
  return [
    ...parameters,
    ...undeclared.map((name): Parameter => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ].map((parameter) => ({ ...parameter, description: parameter.description ?? describeKey(parameter.name) }));
}

/** Returns the request body of an operation with descriptions; for an upload, with its parts. */
function requestBodyOf(path: string, { requestBody }: Operation): Operation['requestBody'] {
  const upload = UPLOAD_PARTS[path];
  if (upload) return uploadBody(upload);
  const content = requestBody?.content;
  if (!content) return requestBody;
  return {
    ...requestBody,
    required: !Object.values(content).every(({ schema }) => schema?.['nullable'] === true),
    content: Object.fromEntries(
      Object.entries(content).map(([type, { schema }]) => [type, { schema: completeSchema(schema ?? {}) }]),
    ),
  };
}

/** Completes the description of one call. Keeps its responses if `ANSWERS` does not contain the call. */
function completeOperation(method: string, path: string, operation: Operation): Operation {
  const answer = ANSWERS[`${method.toUpperCase()} ${path}`];
  const parameters = parametersOf(path, operation);
  const requestBody = requestBodyOf(path, operation);
  return {
    ...operation,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    ...(answer === undefined ? {} : { responses: responsesOf(answer) }),
  };
}

/**
 * Completes an OpenAPI description: adds the answers, the answer to a refused call, the parts of uploads, missing path
 * parameters, and descriptions of keys. Sets the version of OpenAPI.
 */
export function completeDescription(description: Description): Description {
  const paths = Object.fromEntries(
    Object.entries(description.paths ?? {}).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, completeOperation(method, path, operation)]),
      ),
    ]),
  );
  const refusal = {
    description: '未成功：HTTP 状态与 code 说明原因',
    content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
  return {
    ...description,
    openapi: '3.1.0',
    paths,
    components: {
      ...description.components,
      schemas: { ...description.components?.schemas, Refusal: REFUSAL },
      responses: { Refusal: refusal },
    },
  } as Description;
}
