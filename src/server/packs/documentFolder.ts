import { readDocument } from '../../kernel/index.ts';
import { OperatorError } from '../store/operatorError.ts';
import {
  isDocumentKind,
  type ItemId,
  idTextOf,
  type Need,
  type PackItem,
  type PackKind,
  stableText,
} from './packItem.ts';
import { findHoldersIn } from './needsOf.ts';
import { requireValidItem } from './packFile.ts';

/** A file of the folder; `path` is relative to the folder, with "/". */
export interface FolderFile {
  path: string;
  text: string;
}

const FORMAT = 'schema-first-runtime/documents';
/** Version of the folder's layout; a later version is refused. */
const FORMAT_VERSION = 1;
/** File with the names of items and of task holders, which the documents themselves do not contain. */
export const INDEX_FILE = 'documents.json';

const FOLDERS: Readonly<Record<PackKind, string>> = {
  dictionary: 'dictionaries',
  flow: 'flows',
  form: 'forms',
  role: 'roles',
  dataset: 'datasets',
  screen: 'screens',
  menu: 'menus',
};
const KINDS_BY_FOLDER = new Map(Object.entries(FOLDERS).map(([kind, folder]) => [folder, kind as PackKind]));
const extensionOf = (kind: PackKind): string => (kind === 'flow' ? '.bpmn' : '.json');

/**
 * The content of INDEX_FILE. `names`: names of the items. `holders`: names of the people and departments to which
 * processes assign tasks. The keys of both objects are kind and key (`idTextOf`).
 */
interface FolderIndex {
  format: string;
  version: number;
  names: Record<string, string>;
  holders: Record<string, Pick<Need, 'name' | 'code'>>;
}

/** Percent-encodes all characters except letters, digits, "_" and "-", so that a key cannot lead out of its folder. */
const encodePathSegment = (text: string): string =>
  text.replace(/[^\p{L}\p{N}_-]/gu, (char) =>
    [...Buffer.from(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
const pathOf = ({ kind, key }: ItemId): string =>
  `${FOLDERS[kind]}/${key.split('/').map(encodePathSegment).join('/')}${extensionOf(kind)}`;

/** Returns whether a file with this path can contain an item. */
export const isItemFile = (path: string): boolean => idOf(path) !== null;

/** Returns the id of the item that a file contains; null if its folder or extension is not that of an item. */
function idOf(path: string): ItemId | null {
  const [folder = '', ...keyParts] = path.split('/');
  const kind = KINDS_BY_FOLDER.get(folder);
  if (!kind || !path.endsWith(extensionOf(kind))) return null;
  try {
    return { kind, key: decodeURIComponent(keyParts.join('/').slice(0, -extensionOf(kind).length)) };
  } catch {
    return null;
  }
}

const sortedObject = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Returns documents, dictionaries, roles and menu entries as text files for version control: one file each, and an
 * index. Equal items give equal texts, because the texts contain neither times nor ids that an import creates.
 */
export function folderFiles(items: readonly PackItem[]): FolderFile[] {
  const holders = items.flatMap(({ needs }) => needs.filter(({ kind }) => kind === 'user' || kind === 'dept'));
  const index: FolderIndex = {
    format: FORMAT,
    version: FORMAT_VERSION,
    names: sortedObject(items.map((item) => [idTextOf(item), item.name])),
    holders: sortedObject(
      holders.map((need) => [idTextOf(need), need.code ? { name: need.name, code: need.code } : { name: need.name }]),
    ),
  };
  return [
    { path: INDEX_FILE, text: `${JSON.stringify(index, null, 2)}\n` },
    ...items.map((item) => ({ path: pathOf(item), text: textOf(item) })),
  ];
}

/** Returns the text of an item's file. */
function textOf({ kind, content }: PackItem): string {
  if (kind === 'flow') return `${String(content).trimEnd()}\n`;
  return `${isDocumentKind(kind) ? JSON.stringify(content, null, 2) : stableText(content, 2)}\n`;
}

function readJson({ path, text }: FolderFile): unknown {
  const result = readDocument(text);
  if (result.ok) return result.value;
  const [problem] = result.problems;
  throw new OperatorError(`${path}：${problem?.message ?? '无法读取'}`);
}

/** Reads INDEX_FILE. Throws OperatorError if the file is missing or has a later format. */
function readIndex(file: FolderFile | undefined): FolderIndex {
  const index = (file ? readJson(file) : null) as Partial<FolderIndex> | null;
  if (index?.format !== FORMAT)
    throw new OperatorError(`文件夹中没有 ${INDEX_FILE}，或它不是由 npm run documents:export 生成的。`);
  if (typeof index.version !== 'number' || index.version > FORMAT_VERSION)
    throw new OperatorError(
      `文件夹由更新的版本导出（格式 ${index.version}，本系统支持到 ${FORMAT_VERSION}），请先升级本系统。`,
    );
  return { format: FORMAT, version: index.version, names: index.names ?? {}, holders: index.holders ?? {} };
}

/**
 * Reads the items of a folder. Files in other folders or with other extensions are ignored; the name of an item that is
 * not in the index is its key. Throws OperatorError for text that is not JSON, for a missing or later index and if
 * there are no items. Refuses with PACK_FILE an item with invalid content.
 */
export async function readFolder(files: readonly FolderFile[]): Promise<PackItem[]> {
  const index = readIndex(files.find(({ path }) => path === INDEX_FILE));
  const items: PackItem[] = [];
  for (const file of files) {
    const id = idOf(file.path);
    if (!id) continue;
    const name = index.names[idTextOf(id)] ?? id.key;
    const content = id.kind === 'flow' ? file.text : readJson(file);
    const holders = id.kind === 'flow' ? await findHoldersIn(file.text) : [];
    const needs = holders.map((need): Need => ({
      ...need,
      ...(index.holders[idTextOf(need)] ?? { name: need.key }),
    }));
    items.push(requireValidItem({ ...id, name, content, needs }, file.path));
  }
  if (items.length === 0) throw new OperatorError('文件夹中没有可导入的文档。');
  return items;
}
