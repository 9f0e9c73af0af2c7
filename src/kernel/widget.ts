import type { ValueType } from '../expressions/index.ts';
import type { FieldNode } from '../grammar/nodes.ts';

/** One option of a select, radio, checkbox or cascader. */
export interface Option {
  label: string;
  value: string | number | boolean;
  disabled?: boolean;
  /** True for an item of a dictionary that can no longer be chosen; only filters offer it. */
  retired?: boolean;
  children?: readonly Option[];
  /** Value or values of the field named by `dependKey` for which the option is available. */
  parent?: string | number | readonly (string | number)[];
  /** Style of the tag shown for a dictionary item (EN-018). */
  listClass?: string;
}

/** Data that a widget may need to show or read a value as text. */
export interface TextContext {
  /** Options of the field; undefined for a field without options, and until the options are loaded. */
  options?: readonly Option[];
  /** The stored companion label (`<key>Label`, LB-001…003). */
  label?: string;
}

/** Operators of the conditions of a list. */
export type FilterOperator = 'eq' | 'contains' | 'range' | 'in' | 'gte' | 'lte';

/** The control of a list's filter. `face`: the edit face of `node`. `hasTime`: the picker offers a time of day, too. */
export type FilterControl =
  | { kind: 'text' }
  | { kind: 'number' }
  | { kind: 'date'; picker: 'date' | 'month' | 'year' | 'week'; hasTime: boolean }
  | { kind: 'time' }
  | { kind: 'face'; node: FieldNode };

/** The filter of a field in a list: operator and control. */
export interface FieldFilter {
  op: FilterOperator;
  control: FilterControl;
}

/** Keyboard behaviour while a cell of a sub-table is edited with this widget's edit face. */
export interface CellKeys<Node = never> {
  /** The editor is one line of text: arrow up and arrow down go to the next cell. */
  isSingleLine?: boolean;
  /**
   * The controls of the editor. `one` (default): Tab and Enter leave the cell. `several`: Tab moves through the
   * controls before it leaves the cell. `range`: like `several`, and Enter moves through the controls too.
   */
  controls?: 'several' | ((node: Node) => 'one' | 'several' | 'range');
  /** True if the editor does not focus itself; the table then focuses its first control. */
  needsFocus?: boolean;
  /**
   * When Enter leaves the cell. `before`: before the editor handles the key. `at-once`: directly after the editor has
   * handled it. `after` (default): a short time later, because some editors handle the key asynchronously.
   */
  enter?: 'before' | 'at-once' | 'after';
}

/** Appearance and behaviour of a column of this widget in sub-tables and lists. */
export interface ColumnTraits<Node = never> {
  /** Width in a sub-table in px, unless the document defines one. Default 160. */
  width?: number | ((node: Node) => number);
  /** Width in a list in px. Default 140. */
  listWidth?: number | ((node: Node) => number);
  /** Default left. */
  align?: 'left' | 'right';
  /** False if a list cannot sort by the column. Default true, except for fields with several values. */
  isSortable?: boolean;
  /** True if a list that chooses its columns automatically leaves this one out. */
  isLeftOut?: boolean;
  /** Returns the node to use in a cell of a list, where there is less space than in a form. */
  nodeInListCell?(node: Node): object;
  /** Returns true if a spreadsheet must treat the value as text: 0012 is not the number 12. */
  isTextual?(node: Node): boolean;
  /** True if the fill handle can continue a series of values (1, 2, 3 ...). Default false: it only copies. */
  canFill?: boolean;
  /** True if the text shows less than the view face; cells and printed pages then use the face. */
  needsFace?: boolean;
  /** Returns the placeholder of an empty editable cell, unless the document defines one. */
  hint?(node: Node): string | undefined;
  keys?: CellKeys<Node>;
}

/** A number cell of a spreadsheet with the text it was shown as. */
export interface SheetNumber {
  number: number;
  text?: string;
}

/** Export to and import from a spreadsheet. */
export interface SheetTraits<Node = never> {
  /** Returns the description of valid input that the import template shows: “数字”. Default “文字”. */
  hint?(node: Node): string;
  /** The reason why a spreadsheet cannot fill the column, in Chinese. */
  refusal?: string;
  /** Reads a number cell. A `text` in the result is passed to `fromText`. Undefined: the text of the cell is read. */
  readNumber?(cell: SheetNumber, node: Node): SheetRead | { text: string } | undefined;
  /** Returns the text to read from a cell with date and time (YYYY-MM-DD HH:mm:ss). Default: the cell's text. */
  readMoment?(at: string): string;
  /** Returns the number to write and its format in the spreadsheet; null if `text` (the value as text) is written. */
  write?(value: unknown, node: Node, text: string): { number: number; format: string } | null;
}

/** The value read from a spreadsheet cell, or the reason why the cell is invalid. */
export type SheetRead = { ok: true; value: unknown; label?: string } | { ok: false; message: string };

/** Limits of uploads to a file field. Sizes in bytes. */
export interface UploadLimits {
  /** True if the field is for pictures: without `accept` in the document, only pictures are allowed. */
  isPicture: boolean;
  /** The allowed types as the attribute `accept` of the file input: `.pdf,.docx`. */
  accept: string;
  /** The allowed types, as named in messages. */
  typeNames: string;
  maxSize: number;
  maxSizeText: string;
  maxCount: number;
  isAllowed(file: { name: string; type: string }): boolean;
}

/**
 * The React-free part of a widget, which browser and server both need. The faces (edit, view, cell) are registered
 * together with it by `src/widgets/<tag>/index.ts`. `node` is the canonical node of the tag.
 */
export interface WidgetDefinition<Node = never> {
  tag: string;
  kind: 'field' | 'block' | 'container';
  /** Fields only: type of the stored value; a function if it depends on the node. */
  valueType?: ValueType | ((node: Node) => ValueType);
  /** Value of an untouched field; default undefined. */
  emptyValue?: unknown;
  /**
   * Returns the initial value that depends on the current time (“today”). Undefined: the node's `defaultValue` is used,
   * else `emptyValue`.
   */
  initialValue?(node: Node): unknown;
  /**
   * Returns true if `initialValue` could have produced the value on a clock that differs by up to a day. The server
   * accepts such a value in a locked field.
   */
  isInitialValue?(value: unknown, node: Node): boolean;
  /** True when the display text is stored too, under `<key>Label`. */
  hasCompanion?: boolean;
  /** True if the value is '1' for yes or '0' for no. */
  isFlag?: boolean;
  /**
   * For a value that holds ids of people, departments or units: the kind, and a function that returns the ids in a
   * value. The server checks that they exist and stores their names (SE-002, LB-003).
   */
  references?: { to: 'user' | 'dept' | 'unit'; ids(value: unknown): readonly string[] };
  /** Returns true if the value is empty; default: undefined, null, '' and []. */
  isEmpty?(value: unknown): boolean;
  /**
   * Returns the problem of a value as a Chinese sentence without the field's name; null for a valid value. The
   * grammar's x-value has already checked the type.
   */
  validate?(value: unknown, node: Node): string | null;
  /**
   * Returns the read-only text, used in forms, lists, sub-table cells, print and export. Must not throw on any value.
   */
  text?(value: unknown, node: Node, context: TextContext): string;
  /**
   * Returns the text on a screen if it differs from `text` (digits in groups of three); copies and exports use `text`.
   * Must not throw either.
   */
  display?(value: unknown, node: Node, context: TextContext): string;
  /** Reads a pasted or imported text; the reverse of `text`. */
  fromText?(
    text: string,
    node: Node,
    context: TextContext,
  ): { ok: true; value: unknown; label?: string } | { ok: false; message: string };
  /**
   * Converts a value as another system writes it (true for a switch) to the stored form; undefined: converted like any
   * value of the same type.
   */
  fromForeign?(value: unknown): unknown;
  /**
   * True if any typed text is a valid value; a list condition without an operator then searches for the text inside the
   * value.
   */
  isFreeText?: boolean;
  /** Returns true if a list value is one path through a tree of options, and not several options. */
  isPath?(node: Node): boolean;
  /** Returns the format of a value that is one date or two dates. */
  dateFormat?(node: Node): string;
  /**
   * Returns how the server compares stored values, if the type does not determine it. `list`: a list of several values.
   * `ids`: several ids, joined by commas in one text. `span`: the two ends of a range.
   */
  comparedAs?(node: Node): 'list' | 'ids' | 'span' | undefined;
  /**
   * For a value that refers to uploaded files: functions that return the references (ids or addresses) in a value and
   * the limits of uploads. `ceiling`: maximum size in bytes set by the server.
   */
  files?: { refs(value: unknown): string[]; limits(node: Node, ceiling?: number): UploadLimits };
  /** Returns the filter of the field in a list. Default: contains a text. */
  filter?(node: Node): FieldFilter;
  column?: ColumnTraits<Node>;
  sheet?: SheetTraits<Node>;
  /** Returns true if the value needs a whole line of a printed page. */
  isWide?(node: Node): boolean;
  /** Blocks and containers: the title in the list of sections and on printed pages. */
  title?(node: Node): string | undefined;
  /** Blocks: text that a printed page shows in place of the block. */
  paragraph?(node: Node): string;
  /** Containers: true if the labels of the panes are printed as normal text, not as headings. */
  printsPaneLabelsAsText?: boolean;
}
