import type { FieldNode } from '../grammar/nodes.ts';

/** One option of a select, radio, checkbox or cascader. */
export interface Option {
  label: string;
  value: string | number | boolean;
  disabled?: boolean;
  children?: readonly Option[];
  /** Value or values of the field named by `dependKey` under which the option is open. */
  parent?: string | number | readonly (string | number)[];
  /** Style of the tag shown for a dictionary item (EN-018). */
  listClass?: string;
}

/** What a widget may need to show or read a value as text. */
export interface TextContext {
  /** Options of the field where it has some; undefined while they are not known. */
  options?: readonly Option[];
  /** The stored companion label (`<key>Label`, LB-001…003). */
  label?: string;
}

/** Type of a stored value as the expression language sees it. Numbers are always double. */
export type ValueType = 'string' | 'double' | 'bool' | 'list' | 'dyn';

/** Comparisons that a condition of a list may name. */
export type FilterOperator = 'eq' | 'contains' | 'range' | 'in' | 'gte' | 'lte';

/** How a person fills in a list's filter. `face`: with the edit face of the given node. */
export type FilterControl =
  | { kind: 'text' }
  | { kind: 'number' }
  | { kind: 'date'; picker: 'date' | 'month' | 'year' | 'week'; hasTime: boolean }
  | { kind: 'time' }
  | { kind: 'face'; node: FieldNode };

export interface FieldFilter {
  op: FilterOperator;
  control: FilterControl;
}

/** How the keyboard works while a cell of a sub-table is edited with this widget's edit face. */
export interface CellKeys<Node = never> {
  /** The editor is one line of text: arrow up and arrow down go to the next cell. */
  isLine?: boolean;
  /** Tab walks through the editor's controls before it leaves the cell; in a `range` Enter does so, too. Default `one`. */
  controls?: 'several' | ((node: Node) => 'one' | 'several' | 'range');
  /** The editor does not take the focus by itself: the table focuses its first control. */
  needsFocus?: boolean;
  /** When Enter leaves the cell: before the editor sees the key, as soon as it has seen it, or (default) a moment later. */
  enter?: 'before' | 'at-once' | 'after';
}

/** What a column of values of this widget looks like, in sub-tables and lists. */
export interface ColumnTraits<Node = never> {
  /** Width in a sub-table in px where the document gives none. Default 160. */
  width?: number | ((node: Node) => number);
  /** Width in a list. Default 140. */
  listWidth?: number | ((node: Node) => number);
  /** Default left. */
  align?: 'left' | 'right';
  /** False: a list does not sort by it. Default true, except for fields of several values. */
  isSortable?: boolean;
  /** A list that flags no columns leaves this one out when it chooses some. */
  isLeftOut?: boolean;
  /** The node as a list's cell shows it, where a line has no room for everything. */
  inCell?(node: Node): object;
  /** A spreadsheet must take the text as text: 0012 is not the number 12. */
  isTextual?(node: Node): boolean;
  /** The fill handle may continue a series of its values (1, 2, 3 ...). Default: it only copies. */
  canFill?: boolean;
  /** Its text says less than its view face; cells and paper show the face. */
  needsFace?: boolean;
  /** What an empty editable cell says where the document gives no placeholder. */
  hint?(node: Node): string | undefined;
  keys?: CellKeys<Node>;
}

/** A number cell of a spreadsheet with the text it was shown as. */
export interface SheetNumber {
  number: number;
  text?: string;
}

/** How values of this widget go into a spreadsheet and come out of it. */
export interface SheetTraits<Node = never> {
  /** How a person fills the column in, for the template: “数字”. Default “文字”. */
  hint?(node: Node): string;
  /** Why a spreadsheet cannot fill the column, in Chinese. */
  refusal?: string;
  /** Reads a number cell; a text in the answer is read by `fromText`. Undefined: the cell's own text is. */
  readNumber?(cell: SheetNumber, node: Node): SheetRead | { text: string } | undefined;
  /** The text to read from a cell of date and time (YYYY-MM-DD HH:mm:ss). Default: the cell's text. */
  readMoment?(at: string): string;
  /** The value as a number with its format; null: its text is written. */
  write?(value: unknown, node: Node, text: string): { number: number; format: string } | null;
}

export type SheetRead = { ok: true; value: unknown; label?: string } | { ok: false; message: string };

/** What may be uploaded to a file field. Sizes in bytes. */
export interface UploadLimits {
  isPicture: boolean;
  /** For the file dialog's filter. */
  accept: string;
  /** The types as the message names them. */
  typeNames: string;
  maxSize: number;
  maxSizeText: string;
  maxCount: number;
  isAllowed(file: { name: string; type: string }): boolean;
}

/**
 * The React-free half of a widget: what browser and server both must know of a tag. The faces (edit, view,
 * cell) are registered beside it by `src/widgets/<tag>/index.ts`. `node` is the canonical node of that tag.
 */
export interface WidgetDefinition<Node = never> {
  tag: string;
  kind: 'field' | 'block' | 'container';
  /** Fields only: type of the stored value, a function where the node decides. */
  valueType?: ValueType | ((node: Node) => ValueType);
  /** Value of an untouched field; default undefined. */
  emptyValue?: unknown;
  /** Value of a new record that depends on the moment (“today”); undefined: the node's `defaultValue`, else `emptyValue`. */
  initialValue?(node: Node): unknown;
  /** True for what `initialValue` may have given on another clock, up to a day away: the server accepts it in a locked field. */
  isInitialValue?(value: unknown, node: Node): boolean;
  /** True when the display text is stored too, under `<key>Label`. */
  hasCompanion?: boolean;
  /** Its value is '1' or '0', for yes and no. */
  isFlag?: boolean;
  /** The value holds ids of the organisation: of what, and which. The server checks that they exist and writes their names (SE-002, LB-003). */
  references?: { to: 'user' | 'dept' | 'unit'; ids(value: unknown): readonly string[] };
  /** Default: undefined, null, '' and [] are empty. */
  isEmpty?(value: unknown): boolean;
  /** A Chinese sentence without the field's name when the value is wrong, else null. Types are checked before by the grammar's x-value. */
  validate?(value: unknown, node: Node): string | null;
  /** The read-only text: one function for forms, lists, sub-table cells, print and export. Must not throw on any value. */
  text?(value: unknown, node: Node, context: TextContext): string;
  /** What a screen shows where it reads better than `text` (digits in groups of three); copies and exports keep `text`. Must not throw either. */
  display?(value: unknown, node: Node, context: TextContext): string;
  /** Reads a pasted or imported text; the reverse of `text`. */
  fromText?(
    text: string,
    node: Node,
    context: TextContext,
  ): { ok: true; value: unknown; label?: string } | { ok: false; message: string };
  /** A value as another system writes it (true for a switch) as this widget stores it; undefined: as for any field of its type. */
  fromForeign?(value: unknown): unknown;
  /** Any text that a person types is a value: conditions without an operator look for it within. */
  isFreeText?: boolean;
  /** A list value is one way through a tree of options, not several options. */
  isPath?(node: Node): boolean;
  /** The value is a date, or two, written in this format. */
  dateFormat?(node: Node): string;
  /** How the server compares stored values where their type does not say: several values, or two ends. */
  comparedAs?(node: Node): 'list' | 'span' | undefined;
  /** The value names uploaded files: which (ids or addresses), and what may be uploaded. `ceiling`: bytes above which nothing goes up. */
  files?: { refs(value: unknown): string[]; limits(node: Node, ceiling?: number): UploadLimits };
  /** The filter that a list offers for the field. Default: a text that is contained. */
  filter?(node: Node): FieldFilter;
  column?: ColumnTraits<Node>;
  sheet?: SheetTraits<Node>;
  /** True where the value wants a whole line of a printed page. */
  isWide?(node: Node): boolean;
  /** Blocks and containers: the title that the list of sections and paper show. */
  title?(node: Node): string | undefined;
  /** Blocks: text that paper shows in place of the block. */
  paragraph?(node: Node): string;
  /** Containers: labels of their panes are texts of a printed form, not headings. */
  hasCells?: boolean;
}
