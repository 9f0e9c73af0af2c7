/** The parts of an OpenAPI schema that the page shows. */
export interface ApiSchema {
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, ApiSchema>>;
  items?: ApiSchema;
  anyOf?: readonly ApiSchema[];
}

/** A request body or a response: the schemas of its content by media type. */
interface Content {
  content?: Readonly<Record<string, { schema?: ApiSchema }>>;
}

/** A call as the OpenAPI description contains it. */
export interface ApiOperation {
  tags?: readonly string[];
  summary?: string;
  description?: string;
  security?: readonly object[];
  parameters?: readonly { name: string; in: string; required?: boolean; description?: string; schema?: ApiSchema }[];
  requestBody?: Content;
  responses?: Readonly<Record<string, Content>>;
}

/** An OpenAPI description: calls by path and method. */
export interface ApiDescription {
  paths?: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

/** One call: `id` is method and path. */
export interface ApiCall extends ApiOperation {
  id: string;
  method: string;
  path: string;
  group: string;
}

/** Names of the groups of calls by tag, in display order. */
const GROUP_NAMES: Readonly<Record<string, string>> = {
  auth: '登录与会话',
  frmCrud: '单据',
  relation: '关联',
  frmDraft: '草稿',
  frmField: '子表导入',
  flow: '审批与待办',
  dataset: '数据集与统计',
  frmDef: '表单定义',
  screenDef: '界面定义',
  flowDef: '流程定义',
  datasetDef: '数据集定义',
  flowAdmin: '流程实例管理',
  file: '文件',
  mail: '邮件',
  notice: '通知公告',
  home: '首页',
  hr: '人事',
  seal: '印章',
  system: '系统管理',
  audit: '操作日志',
};
const GROUP_ORDER = Object.keys(GROUP_NAMES);

/** Returns the Chinese name of a group of calls. */
export const groupName = (group: string): string => GROUP_NAMES[group] ?? group;

const groupRank = (group: string): number =>
  GROUP_ORDER.includes(group) ? GROUP_ORDER.indexOf(group) : GROUP_ORDER.length;

/** Returns all calls of a description, sorted by group and path. */
export function callsOf({ paths = {} }: ApiDescription): ApiCall[] {
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        ...operation,
        id: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        group: operation.tags?.[0] ?? '',
      })),
    )
    .sort(
      (a, b) =>
        groupRank(a.group) - groupRank(b.group) || a.group.localeCompare(b.group) || a.path.localeCompare(b.path),
    );
}

/** Returns true if every word of the search text occurs in the address or the name of a call. */
export function isMatch(call: ApiCall, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const searchedText = `${call.id} ${call.summary ?? ''}`.toLowerCase();
  return words.every((word) => searchedText.includes(word));
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: '真或假',
  object: '对象',
  array: '数组',
  null: '空',
};

/** Returns the Chinese name of a type: 文本、整数或空、文本数组. */
export function typeText(schema: ApiSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join('或');
  if (schema.format === 'binary') return '文件';
  const types = (typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])).map((type) =>
    type === 'array' && schema.items ? `${typeText(schema.items)}数组` : (TYPE_NAMES[type] ?? type),
  );
  return types.join('或') || '任意';
}

/** Describes the restrictions of a value in Chinese; '' if there are none. */
export function limitText({ enum: values, minimum, maximum, maxLength, maxItems }: ApiSchema): string {
  return [
    ...(values && values.length <= 12 ? [`可取 ${values.map(String).join('、')}`] : []),
    ...(minimum === undefined ? [] : [`最小 ${minimum}`]),
    ...(maximum === undefined ? [] : [`最大 ${maximum}`]),
    ...(maxLength === undefined ? [] : [`最多 ${maxLength} 字`]),
    ...(maxItems === undefined ? [] : [`最多 ${maxItems} 项`]),
  ].join('，');
}

/** One row of a table of parameters or of keys in a JSON body. `children`: the keys inside the value. */
export interface KeyLine {
  id: string;
  name: string;
  location: string;
  type: string;
  isRequired: boolean;
  note: string;
  children?: KeyLine[];
}

const noteOf = (schema: ApiSchema, description = schema.description): string =>
  [description ?? '', limitText(schema)].filter((part) => part !== '').join('；');

/** Returns the keys of an object (or of the objects of an array), each with its inner keys. */
export function keyLines(schema: ApiSchema | undefined, parent = ''): KeyLine[] {
  const itemOrAlternative = schema?.items ?? schema?.anyOf?.find((option) => option.properties);
  const inner = schema?.properties ? schema : itemOrAlternative;
  return Object.entries(inner?.properties ?? {}).map(([name, property]) => {
    const id = parent === '' ? name : `${parent}.${name}`;
    const children = keyLines(property, id);
    return {
      id,
      name,
      location: '',
      type: typeText(property),
      isRequired: inner?.required?.includes(name) ?? false,
      note: noteOf(property),
      ...(children.length > 0 ? { children } : {}),
    };
  });
}

const PARAMETER_LOCATIONS: Readonly<Record<string, string>> = {
  path: '地址',
  query: '地址参数',
  header: '请求头',
  cookie: 'Cookie',
};

/** Returns the parameters of a call, without its body. */
export const parameterLines = ({ parameters = [] }: ApiCall): KeyLine[] =>
  parameters.map((parameter) => ({
    id: `${parameter.in} ${parameter.name}`,
    name: parameter.name,
    location: PARAMETER_LOCATIONS[parameter.in] ?? parameter.in,
    type: typeText(parameter.schema ?? {}),
    isRequired: parameter.required ?? false,
    note: noteOf(parameter.schema ?? {}, parameter.description),
  }));

/** Returns the first media type of a request body or response, with its schema. */
export function contentOf(bodyOrResponse: Content | undefined): { type: string; schema: ApiSchema } | null {
  const [first] = Object.entries(bodyOrResponse?.content ?? {});
  return first ? { type: first[0], schema: first[1].schema ?? {} } : null;
}

/**
 * Returns the schema of `data` in the envelope of the response; `data` is null for a file. Returns null if there is no
 * content.
 */
export function responseOf({ responses }: ApiCall): { type: string; data: ApiSchema | null } | null {
  const content = contentOf(responses?.['200']);
  return content && { type: content.type, data: content.schema.properties?.['data'] ?? null };
}

/** Returns true if a call needs no authentication: its `security` is empty or has an empty alternative. */
export const needsNoSignIn = ({ security }: ApiCall): boolean =>
  security !== undefined &&
  (security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0));
