import { existsSync, readFileSync } from 'node:fs';
import { readDocuments, readMixins, readWidgets, type Schema, type WidgetSchema } from './grammar.ts';

/**
 * The generated half of the language reference: what may be written, taken from the grammar. It stands between two
 * markers of schemas/README.md; the prose around them is written by hand and never touched.
 */
const FILE = 'schemas/README.md';
const BEGIN = '<!-- generated from the grammar: begin -->';
const END = '<!-- generated from the grammar: end -->';

const code = (text: unknown): string => `\`${String(text).replace(/\|/g, '\\|')}\``;
const cell = (text: unknown): string =>
  String(text ?? '')
    .replace(/\|/g, '\\|')
    .replace(/\n/g, ' ');

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true` / `false`',
  object: 'object',
  array: 'list',
  null: 'nothing',
};

function limits(schema: Schema): string {
  const parts = [
    schema.minimum === undefined ? '' : `≥ ${schema.minimum}`,
    schema.exclusiveMinimum === undefined ? '' : `> ${schema.exclusiveMinimum}`,
    schema.maximum === undefined ? '' : `≤ ${schema.maximum}`,
    schema.maxLength === undefined ? '' : `up to ${schema.maxLength} characters`,
  ].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

/** What may be written for a key, in a few words. */
function typeText(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.format === 'cel') return 'expression';
  const choices = schema.enum as unknown[] | undefined;
  if (choices)
    return JSON.stringify(choices) === '["0","1"]'
      ? 'flag `"1"` / `"0"`'
      : choices.map((choice) => code(choice)).join(' ');
  if (schema.type === 'array') {
    const items = schema.items as Schema | undefined;
    const title = items?.description ?? (items ? typeText(items) : '');
    return title ? `list of ${String(title)}` : 'list';
  }
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : schema.type ? [schema.type as string] : [];
  return types.length === 0 ? 'any' : types.map((type) => TYPE_NAMES[type] ?? type).join(' or ') + limits(schema);
}

function rows(schema: Schema, skip: ReadonlySet<string> = new Set(), prefix = ''): string[] {
  const required = new Set(schema.required as string[] | undefined);
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    .filter(([key]) => !skip.has(key))
    .flatMap(([key, property]) => {
      const inner = property.type === 'array' ? (property.items as Schema | undefined) : property;
      const own = `| ${code(prefix + key)}${required.has(key) ? ' *' : ''} | ${typeText(property)} | ${cell(property.description)} |`;
      const nested =
        inner?.properties && inner.additionalProperties === false
          ? rows(inner, new Set(), `${prefix}${key}${property.type === 'array' ? '[]' : ''}.`)
          : [];
      return [own, ...nested];
    });
}

const table = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `| key | value | meaning |\n|---|---|---|\n${lines.join('\n')}\n`;

const KINDS = {
  field: 'Field nodes: hold a value',
  block: 'Block nodes: hold no value',
  container: 'Containers: hold other nodes',
} as const;
const SHARED: Readonly<Record<string, string>> = {
  field: 'Keys of every field',
  optionSource: 'Keys of a field with options',
  selector: 'Keys of the selectors',
  container: 'Keys of every form container',
  block: 'Keys of every block',
};

function widgetText(widget: WidgetSchema, shared: ReadonlySet<string>): string {
  const lines = rows(widget.own, new Set(['tag']));
  const more = widget.mixins
    .filter((name) => shared.has(name))
    .map((name) => SHARED[name])
    .filter(Boolean)
    .map((title) => `[${title}](#${anchor(title as string)})`);
  const stores = widget.value ? ` Stores: ${valueText(widget.value)}.` : '';
  const also = more.length > 0 ? ` Also: ${more.join(', ')}.` : '';
  const intro = widget.description === widget.title ? '' : `${widget.description}。`;
  return `#### \`${widget.tag}\` ${widget.title}\n\n${`${intro}${stores}${also}`.trim()}\n\n${table(lines)}`.replace(
    /\n\n\n+/g,
    '\n\n',
  );
}

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\u4e00-\u9fa5 -]/g, '')
    .replace(/ /g, '-');

function valueText(schema: Schema): string {
  const any = schema.anyOf as Schema[] | undefined;
  const text = any ? any.map((part) => typeText(part)).join(' or ') : typeText(schema);
  return text.replaceAll(' or nothing', '').replace(/ `null`$/, '');
}

/** The generated text without its markers. */
export function referenceText(): string {
  const widgets = readWidgets();
  const names = Object.keys(SHARED).filter((name) => widgets.some((widget) => widget.mixins.includes(name)));
  const mixins = readMixins(names);
  const shared = new Set(names);
  const parts = [
    'Every key is checked while a document is edited, and before it is published; `*` marks a required key. The meanings are those that the editor shows.\n',
  ];
  for (const { name, schema } of mixins) parts.push(`### ${SHARED[name]}\n\n${table(rows(schema))}`);
  for (const [kind, title] of Object.entries(KINDS)) {
    parts.push(`### ${title}\n`);
    for (const widget of widgets) if (widget.kind === kind) parts.push(widgetText(widget, shared));
  }
  parts.push('### Documents\n');
  for (const { name, schema } of readDocuments()) {
    const title = (schema as { description?: string }).description ?? '';
    parts.push(`#### \`${name}\` ${title}\n\n${table(rows(schema))}`);
  }
  return parts
    .join('\n')
    .replace(/\n\n\n+/g, '\n\n')
    .trim();
}

/** The whole file with its generated part renewed, by path. */
export function emitReference(): Record<string, string> {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : `# The language\n\n${BEGIN}\n${END}\n`;
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${FILE}: the markers of the generated part are missing`);
  return { [FILE]: `${text.slice(0, begin + BEGIN.length)}\n\n${referenceText()}\n\n${text.slice(end)}` };
}
