import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Figure {
  key: string;
  label?: string;
  unit?: string;
  format?: string;
}
interface Dataset {
  datasetKey: string;
  from: string;
  measures: Figure[];
  columns?: Figure[];
  details?: { key: string; of: string }[];
}
interface Column {
  field: string;
  head?: string;
  title?: string;
}
interface Block {
  tag?: string;
  title?: string;
  dataset?: string;
  value?: string;
  values?: string[];
  columns?: (Column | string)[];
  amountFormat?: string;
}
interface Field {
  tag?: string;
  __vModel__?: string;
  unit?: string;
  to?: string;
  children?: Field[];
}

const documents = (folder: string): { path: string; document: Record<string, unknown> }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => ({
      path,
      document: JSON.parse(readFileSync(`${folder}/${path}`, 'utf8')) as Record<string, unknown>,
    }));

const business = documents('schemas/business');
const datasets = new Map(
  documents('schemas/datasets').map(({ document }) => {
    const dataset = document as unknown as Dataset;
    return [dataset.datasetKey, dataset];
  }),
);
const forms = new Map(
  business.flatMap(({ document }) => {
    const form = document.form as { formKey: string; fields: Field[] } | undefined;
    return form ? [[form.formKey, form.fields] as const] : [];
  }),
);

const fieldOf = (fields: readonly Field[], key: string): Field | undefined => {
  for (const field of fields) {
    if (field.__vModel__ === key) return field;
    const within = field.tag === 'subTable' ? undefined : fieldOf(field.children ?? [], key);
    if (within) return within;
  }
  return undefined;
};

/** The unit of the field at the end of a path; null: it is none, or more than a path. */
function unitAt(from: string, path: string): string | null {
  const [formKey = '', table] = from.split('.');
  let fields = forms.get(formKey);
  const keys = path.split('.');
  if (keys[0] === 'row') {
    fields = fieldOf(fields ?? [], table ?? '')?.children;
    keys.shift();
  }
  let field: Field | undefined;
  for (const key of keys) {
    field = fieldOf(fields ?? [], key);
    fields = forms.get(field?.to ?? '');
  }
  return field?.unit?.includes('元') ? field.unit : null;
}

const unitOf = ({ unit, format }: Figure, amountFormat?: string): string | null => {
  if (!unit?.includes('元') || format === 'percent') return null;
  return (amountFormat ?? format) === 'wan' ? `万${unit}` : unit;
};

/** Blocks in which figures are read as numbers. The axes of a chart say their own unit. */
const READ = ['statCard', 'statTable', 'ranking', 'pivot', 'list'];

function blocksIn(node: unknown): Block[] {
  if (Array.isArray(node)) return node.flatMap(blocksIn);
  if (typeof node !== 'object' || node === null) return [];
  const block = node as Block;
  const own = block.dataset !== undefined && READ.includes(block.tag ?? '') ? [block] : [];
  return [...own, ...Object.values(node).flatMap(blocksIn)];
}

const columnsOf = ({ columns = [] }: Block): Column[] =>
  columns.filter((column): column is Column => typeof column === 'object');

function unitsOf(block: Block): string[] {
  const dataset = datasets.get(block.dataset ?? '');
  const all = [...(dataset?.measures ?? []), ...(dataset?.columns ?? [])];
  const written = [
    ...(block.value ? [block.value] : []),
    ...(block.values ?? []),
    ...columnsOf(block).map(({ field }) => field),
  ];
  const named = written.length > 0 ? all.filter(({ key }) => written.includes(key)) : all;
  return named.flatMap((figure) => unitOf(figure, block.amountFormat) ?? []);
}

const screens = [...business, ...documents('schemas/platform')].flatMap(({ path, document }) =>
  Object.entries((document.screens as Record<string, unknown> | undefined) ?? { root: document.root }).map(
    ([name, root]) => ({ name: `${path} ${name}`, blocks: blocksIn(root) }),
  ),
);

describe('money in shipped screens', () => {
  it('is read in one unit on a screen: 元 or 万元', () => {
    const mixed = screens
      .map(({ name, blocks }) => ({ name, units: [...new Set(blocks.flatMap(unitsOf))] }))
      .filter(({ units }) => units.length > 1);
    expect(mixed).toEqual([]);
  });

  it('says its unit in the heads of a ledger', () => {
    const silent = screens.flatMap(({ name, blocks }) =>
      blocks.flatMap((block) => {
        const dataset = datasets.get(block.dataset ?? '');
        return columnsOf(block).flatMap(({ field, head, title }) => {
          const figure = [...(dataset?.measures ?? []), ...(dataset?.columns ?? [])].find(({ key }) => key === field);
          const detail = dataset?.details?.find(({ key }) => key === field);
          const unit = figure ? unitOf(figure) : detail && dataset ? unitAt(dataset.from, detail.of) : null;
          // a figure without a heading of its own is headed by its name and unit
          const isSaid = `${head ?? ''}${title ?? ''}`.includes(unit ?? '') || (figure && title === undefined);
          return unit === null || isSaid ? [] : [`${name}: ${field}`];
        });
      }),
    );
    expect(silent).toEqual([]);
  });

  it('is in the unit that the title of a table names', () => {
    const wrong = screens.flatMap(({ name, blocks }) =>
      blocks
        .filter((block) => {
          const said = /（(万?元)）/.exec(block.title ?? '')?.[1];
          return said !== undefined && unitsOf(block).some((unit) => unit !== said);
        })
        .map(({ title }) => `${name}: ${title}`),
    );
    expect(wrong).toEqual([]);
  });
});
