import { Ajv, type ValidateFunction } from 'ajv';
import { documents } from '../../grammar/validators.js';
import { readDocument, DOCUMENT_LIMITS } from '../../kernel/index.ts';
import { FORM_RIGHTS } from '../../rules/formRights.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/sizeText.ts';
import { validationText } from '../http/validationText.ts';
import { textHash } from '../store/textHash.ts';
import { isDocumentKind, itemText, idTextOf, PACK_KINDS, type PackItem, stableText } from './packItem.ts';

/** Version of the file's layout; a pack of a later version is refused. */
export const PACK_FORMAT = 1;
const FORMAT_NAME = 'schema-first-runtime/pack';
const MAX_ITEMS = 2000;

export interface PackHead {
  name: string;
  note: string;
  madeAt: string;
  madeBy: string;
}
export interface Pack extends PackHead {
  items: PackItem[];
}

interface HashedItem extends PackItem {
  hash: string;
}
interface PackFile extends PackHead {
  format: string;
  version: number;
  items: HashedItem[];
  hash: string;
}

const refuse = (detail: string): never => {
  throw new Refusal('PACK_FILE', { detail });
};

const itemHash = ({ kind, key, name, content, needs }: PackItem): string =>
  textHash(stableText([kind, key, name, content, needs]));
const headHash = ({ name, note, madeAt, madeBy, items }: PackHead & { items: readonly HashedItem[] }): string =>
  textHash(stableText([name, note, madeAt, madeBy, items.map(({ kind, key, hash }) => [kind, key, hash])]));

/**
 * Writes the text of a pack file: the items, each with a hash of its content. Refuses with PACK_FILE a pack that is too
 * large to be read again.
 */
export function packText(pack: Pack): string {
  if (pack.items.length > MAX_ITEMS) return refuse(`一次最多 ${MAX_ITEMS} 项，请分成几个包`);
  const items = pack.items.map((item): HashedItem => ({ ...item, hash: itemHash(item) }));
  const file: PackFile = { format: FORMAT_NAME, version: PACK_FORMAT, ...pack, items, hash: '' };
  const text = `${JSON.stringify({ ...file, hash: headHash(file) }, null, 1)}\n`;
  if (text.length > DOCUMENT_LIMITS.size) return refuse(`内容超过 ${sizeText(DOCUMENT_LIMITS.size)}，请分成几个包`);
  return text;
}

const text = (maxLength: number, options: object = {}) => ({ type: 'string', maxLength, ...options });
/** Returns the schema of an object with no other properties than these; the properties in `optional` may be absent. */
const closedObject = (properties: Record<string, object>, ...optional: string[]): object => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  properties,
});
const listSchema = (items: object, maxItems: number): object => ({ type: 'array', maxItems, items });
const nonBlank = text(200, { minLength: 1, pattern: '\\S' });
const code = text(64, { pattern: '^[A-Za-z][\\w-]*$' });
const day = text(10, { pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' });
const fieldKey = text(200, { minLength: 1 });

const NEED_SCHEMA = closedObject(
  {
    kind: { enum: [...PACK_KINDS, 'user', 'dept', 'post'] },
    key: text(200, { minLength: 1 }),
    name: text(200),
    code: text(200),
    path: listSchema({ type: ['string', 'integer'], maxLength: 200 }, 100),
    place: text(500),
  },
  'code',
);
const ITEM_SCHEMA = closedObject({
  kind: { enum: PACK_KINDS },
  key: text(200, { minLength: 1 }),
  name: text(200),
  content: {},
  needs: listSchema(NEED_SCHEMA, 20_000),
  hash: text(64),
});
const FILE_SCHEMA = closedObject({
  format: { const: FORMAT_NAME },
  version: { type: 'integer', minimum: 1 },
  name: text(200),
  note: text(2000),
  madeAt: text(40),
  madeBy: text(200),
  items: listSchema(ITEM_SCHEMA, MAX_ITEMS),
  hash: text(64),
});

/** Schemas of contents by kind. JSON documents have none: they are validated when they are published. */
const CONTENT_SCHEMAS: Readonly<Record<string, object>> = {
  flow: text(DOCUMENT_LIMITS.size, { minLength: 1 }),
  dictionary: closedObject({
    typeName: nonBlank,
    parentCode: { anyOf: [code, { type: 'null' }] },
    items: listSchema(
      closedObject(
        {
          dictLabel: nonBlank,
          dictValue: nonBlank,
          listClass: text(64),
          sn: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000 },
          disabled: { type: 'boolean' },
          validFrom: day,
          validTo: day,
        },
        'listClass',
        'sn',
        'disabled',
        'validFrom',
        'validTo',
      ),
      5000,
    ),
  }),
  role: closedObject({
    name: nonBlank,
    note: text(2000),
    sn: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000 },
    permissions: listSchema(text(64, { minLength: 1 }), 500),
    scopes: listSchema(
      closedObject({ formKey: text(64), scope: { enum: ['all', 'unit', 'deptTree', 'dept', 'self', 'chosen'] } }),
      5000,
    ),
    forms: listSchema(
      closedObject({
        formKey: code,
        rights: listSchema({ enum: FORM_RIGHTS }, 20),
        hidden: listSchema(fieldKey, 5000),
        locked: listSchema(fieldKey, 5000),
      }),
      5000,
    ),
  }),
  menu: closedObject({
    parentCode: { anyOf: [text(64, { minLength: 1 }), { type: 'null' }] },
    roles: { anyOf: [listSchema(text(64, { minLength: 1 }), 500), { type: 'null' }] },
    place: { type: 'number', minimum: -1e9, maximum: 1e9 },
    // `item` must not contain the entry's ids, code, position, children or roles
    item: {
      type: 'object',
      maxProperties: 100,
      propertyNames: { not: { enum: ['id', 'parentId', 'children', 'sn', 'code', 'roles'] } },
    },
  }),
};
const DOCUMENT_SCHEMA = { type: 'object' };

const ajv = new Ajv({ strict: false, allErrors: false });
const validators = new Map<string, ValidateFunction>();
/**
 * Returns the error of a value that does not match the schema; null if it does. `name`: key of the cached validator.
 */
function errorOf(name: string, schema: object, value: unknown): string | null {
  const check = validators.get(name) ?? ajv.compile(schema);
  validators.set(name, check);
  return check(value) ? null : validationText(check.errors ?? []);
}

/** Verifies the hash and the content of an item. Refuses with PACK_FILE. */
function readItem({ hash, ...item }: HashedItem, index: number): PackItem {
  const itemName = `第 ${index + 1} 项，${itemText(item)}`;
  if (itemHash(item) !== hash) return refuse(`${itemName}的内容与校验值不符，文件可能已损坏或被改动过，请重新导出`);
  return requireValidItem(item, itemName);
}

/**
 * Validates the key and content of an item. `itemName`: names the item in the error text. Refuses with PACK_FILE.
 */
export function requireValidItem(item: PackItem, itemName: string): PackItem {
  const errorText = errorOf(item.kind, CONTENT_SCHEMAS[item.kind] ?? DOCUMENT_SCHEMA, item.content);
  if (errorText) return refuse(`${itemName}的内容不正确：${errorText}`);
  if (item.kind === 'menu') {
    const entry = documents['menu-item'];
    if (entry?.((item.content as { item: unknown }).item) === false)
      return refuse(
        `${itemName}的内容不正确：${validationText((entry.errors ?? []) as Parameters<typeof validationText>[0])}`,
      );
  }
  if (
    (item.kind === 'dictionary' || item.kind === 'form' || item.kind === 'flow') &&
    !/^[A-Za-z][\w-]{0,63}$/.test(item.key)
  )
    return refuse(`${itemName}的键不正确`);
  if (isDocumentKind(item.kind) && !/^[A-Za-z0-9][\w./-]{0,159}$/.test(item.key))
    return refuse(`${itemName}的键不正确`);
  return item;
}

/** Reads a pack. Refuses with PACK_FILE a file that is not a pack, has a newer layout, or was damaged or changed. */
export function readPack(fileText: string): Pack {
  const result = readDocument(fileText);
  if (!result.ok) return refuse(`文件不是完整的配置包（${result.problems[0]?.message ?? '无法读取'}）`);
  const file = result.value as Partial<PackFile> | null;
  if (typeof file !== 'object' || file === null || file.format !== FORMAT_NAME)
    return refuse('此文件不是本系统的配置包');
  if (typeof file.version === 'number' && file.version > PACK_FORMAT)
    return refuse(`它由更新的版本制作（格式 ${file.version}，本系统支持到 ${PACK_FORMAT}），请先升级本系统`);
  const errorText = errorOf('file', FILE_SCHEMA, file);
  if (errorText) return refuse(errorText);
  const { name, note, madeAt, madeBy, items: hashedItems, hash } = file as PackFile;
  if (hashedItems.length === 0) return refuse('包中没有内容');
  const items = hashedItems.map(readItem);
  if (headHash({ name, note, madeAt, madeBy, items: hashedItems }) !== hash)
    return refuse('清单与校验值不符，文件可能已损坏或被改动过，请重新导出');
  const usedIds = new Set<string>();
  for (const item of items) {
    if (usedIds.has(idTextOf(item))) return refuse(`${itemText(item)}出现了两次`);
    usedIds.add(idTextOf(item));
  }
  return { name, note, madeAt, madeBy, items };
}
