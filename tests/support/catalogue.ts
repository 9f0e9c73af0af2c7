import { readFileSync } from 'node:fs';

/** A screen of the product that somebody has: where it stands, whose it is, and what only it has. */
export interface CatalogueRow {
  area: string;
  code: string;
  /** `<area>/<file>/<view>` of the document. */
  screen: string;
  /** Its address, where the menu leads. */
  path: string;
  account: string;
  /** Three of its columns, one rule of its form (`field kind`), and one figure: a column, or `@count` of its rows. */
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
  const root = businessFile(row.screen).screens[row.screen.split('/')[2] ?? ''];
  if (!root) throw new Error(`no document for ${row.screen}`);
  return root;
};

export const nodesIn = (node: Node): Node[] => [
  node,
  ...(node.children ?? []).flatMap(nodesIn),
  ...(node.items ?? []).flatMap(nodesIn),
];
/** Lists and queues of a screen. */
export const listsOf = (row: CatalogueRow): Node[] =>
  nodesIn(rootOf(row)).filter(({ tag }) => tag === 'list' || tag === 'taskList');
export const formsOf = (list: Node): readonly string[] => list.formKeys ?? (list.formKey ? [list.formKey] : []);
