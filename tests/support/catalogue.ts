import { readFileSync } from 'node:fs';

/** A screen of the product that somebody has: where it stands, whose it is, and what only it has. */
export interface CatalogueRow {
  area: string;
  code: string;
  /** `<area>/<file>/<view>` of the document. */
  screen: string;
  /** Its address, where the menu leads. */
  path: string;
  /** What the address of a record page says beside its path. */
  query?: string;
  account: string;
  /**
   * Three of its columns, one rule of its form (`field kind`), and one figure: a column, or `@count` of its rows. Of a
   * screen of figures: three groups or figures of its tables, one rule of its datasets (`figure kind`), and one figure.
   */
  own: { fields: readonly string[]; rule: string; figure: string };
}

export const catalogue = JSON.parse(readFileSync('schemas/catalogue.json', 'utf8')) as CatalogueRow[];

export interface Node {
  tag: string;
  __vModel__?: string;
  label?: string;
  formKey?: string;
  formKeys?: string[];
  nodeKeys?: string[];
  columns?: { field: string; title?: string }[];
  fixedQuery?: Record<string, unknown>;
  topActions?: { name: string }[];
  children?: Node[];
  items?: Node[];
  [key: string]: unknown;
}

interface Form {
  formKey: string;
  flowKey?: string;
  fields: Node[];
}

export const businessFile = (screen: string): { form?: Form; screens: Record<string, Node> } => {
  const [area = '', file = ''] = screen.split('/');
  return JSON.parse(readFileSync(`schemas/business/${area}/${file}.json`, 'utf8')) as ReturnType<typeof businessFile>;
};
export const rootOf = (row: CatalogueRow): Node => {
  if (row.screen.startsWith('platform/'))
    return (JSON.parse(readFileSync(`schemas/${row.screen}.json`, 'utf8')) as { root: Node }).root;
  const root = businessFile(row.screen).screens[row.screen.split('/')[2] ?? ''];
  if (!root) throw new Error(`no document for ${row.screen}`);
  return root;
};

export const nodesIn = (node: Node): Node[] => [
  node,
  ...(node.children ?? []).flatMap(nodesIn),
  ...(node.items ?? []).flatMap(nodesIn),
];
/** Lists and queues of a screen; of a record page those of the records that point at it, whose columns are keys alone. */
export const listsOf = (row: CatalogueRow): Node[] =>
  nodesIn(rootOf(row)).flatMap((node) => {
    if (node.tag === 'list' || node.tag === 'taskList') return [node];
    if (node.tag !== 'relatedList') return [];
    const keys = (node.columns ?? []) as unknown as string[];
    return [{ ...node, columns: keys.map((field) => ({ field })) }];
  });
export const formsOf = (list: Node): readonly string[] => list.formKeys ?? (list.formKey ? [list.formKey] : []);

type Named = { key: string; label?: string; of?: string } & Record<string, unknown>;
export interface DatasetFile {
  datasetKey: string;
  from: string;
  params?: Node[];
  groupBy?: Named[];
  measures?: Named[];
  columns?: Named[];
  details?: Named[];
}
export const datasetFile = (key: string): DatasetFile =>
  JSON.parse(readFileSync(`schemas/datasets/${key}.json`, 'utf8')) as DatasetFile;

/** What a block says of its dataset: one key, or several. */
const keysAt = (node: Node, names: readonly string[]): string[] =>
  names.flatMap((name) => node[name] ?? []).filter((key): key is string => typeof key === 'string');

/** One block of a screen over a dataset: the groups and figures that it shows. */
export interface FigureBlock {
  tag: string;
  dataset: string;
  groups: readonly string[];
  figures: readonly string[];
}

/** The blocks of a screen that show figures of datasets. */
export const figureBlocksOf = (row: CatalogueRow): FigureBlock[] =>
  nodesIn(rootOf(row)).flatMap((node) => {
    const { dataset, tag } = node;
    if (typeof dataset !== 'string' || tag === 'filterBar' || tag === 'list') return [];
    const { groupBy = [], measures = [], columns = [] } = datasetFile(dataset);
    const keys = keysAt(node, [
      'value',
      'compare',
      'of',
      'x',
      'series',
      'y',
      'lines',
      'rows',
      'columns',
      'values',
      'areas',
    ]);
    const isGroup = (key: string): boolean => groupBy.some((group) => group.key === key);
    const figures = keys.filter((key) => !isGroup(key));
    return {
      tag,
      dataset,
      groups: tag === 'statTable' && node['rows'] === undefined ? groupBy.map(({ key }) => key) : keys.filter(isGroup),
      figures: figures.length > 0 ? figures : [...measures, ...columns].map(({ key }) => key),
    };
  });

/** Every dataset that a screen asks, in blocks and in lists. */
export const datasetsOf = (row: CatalogueRow): string[] => [
  ...new Set(nodesIn(rootOf(row)).flatMap(({ dataset }) => (typeof dataset === 'string' ? dataset : []))),
];

/** What a dataset says under this key: a group, a measure, a computed column or one of its lines. */
export const namedIn = (dataset: string, key: string): Named | undefined => {
  const { groupBy = [], measures = [], columns = [], details = [] } = datasetFile(dataset);
  return [...groupBy, ...measures, ...columns, ...details].find((one) => one.key === key);
};
