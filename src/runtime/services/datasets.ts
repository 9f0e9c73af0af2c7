import type { Problem } from '../../domain/problem/index.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import type { FigureCell, PageQuery, DrillDownNumber } from './paging.ts';
import type { RecordTexts } from './relations.ts';

type Values = Readonly<Record<string, unknown>>;

/** A query of a block to a dataset. */
export interface FigureQuestion {
  datasetKey: string;
  /**
   * Parameter values of the block. `shared`: the screen's filter values; the dataset ignores those without a parameter.
   */
  params?: Values;
  shared?: Values;
  /** Keys of the groups to group by. Absent: all groups; empty: only the total. */
  by?: readonly string[];
  /** Keys of the measures and columns to return. Absent: all. */
  figures?: readonly string[];
  /** Order of the groups by a group or figure; without `field`, by the first figure. Absent: the dataset's order. */
  sort?: { field?: string; order: 'asc' | 'desc' };
  /** Maximum number of groups in the answer. Absent: 1000. */
  most?: number;
}

export interface Figure {
  key: string;
  label: string;
  unit?: string;
  precision?: number;
  format?: 'number' | 'percent' | 'amount' | 'wan';
  /** True when the records that the figure counts can be listed. */
  isMeasure: boolean;
  /** Wire name. The measures from which the figure is computed and whose records can be listed. */
  behind?: readonly Figure[];
}

export interface FigureRow {
  /** The values of the groups by which the row is grouped: as keys, and (`labels`) as display texts. */
  keys: readonly string[];
  labels: readonly string[];
  /** Values in the order of `FigureAnswer.figures`: decimal numbers as texts; null: no value. */
  values: readonly (string | null)[];
}

export interface FigureAnswer {
  datasetKey: string;
  /** The form whose records are counted. */
  formKey?: string;
  name: string;
  /** True when the user may see records of the form beyond the user's own records. */
  maySee: boolean;
  /** False when the user may not export records of the form; the server then refuses to export the figures. */
  mayExport?: boolean;
  /** `by`: how values are combined into groups (e.g. `month`, `tree`); null: each value is a group. */
  groups: readonly { key: string; label: string; by: string | null }[];
  figures: readonly Figure[];
  rows: readonly FigureRow[];
  /** Number of all groups; greater than the number of rows when the answer is truncated. */
  total: number;
}

/** A query for the records counted by a figure. */
export interface DrillDownQuery extends FigureCell {
  /** Order of the records; absent: newest first. */
  sort?: { field: string; order: 'asc' | 'desc' };
}

/** A page of the records counted by a figure, with the value of the figure over all of them. */
export interface DrillDownPage extends RecordTexts {
  figure: { key: string; label: string; value: string | null; precision: number | null } | null;
}

/** A query of a ledger to a dataset. */
export interface LinesQuestion {
  datasetKey: string;
  params?: Values;
  shared?: Values;
  /** Keys of the groups to group by. Absent: one row per record when the dataset has details, else all groups. */
  by?: readonly string[];
  /** Only rows that contain this text. */
  keyword?: string;
  sort?: { field: string; order: 'asc' | 'desc' };
}

/** A column of a ledger that is not a figure. `to`: key of the form to which the values refer. */
export interface LineHead {
  key: string;
  label: string;
  isNumber: boolean;
  precision?: number;
  to?: string;
}

export interface LineCell {
  value: string | null;
  text: string;
  /** Wire name. True when the value is the id of a record that the user may open. */
  isOpen?: boolean;
}

export interface Line {
  key: string;
  /** Id of the record that the row shows; null for a group. */
  recordId: string | null;
  /** Keys of the values by group, for a drill-down; empty when the row shows a record. */
  keys: Readonly<Record<string, string>>;
  /** In the order of `LinesPage.heads`. */
  cells: readonly LineCell[];
  /** In the order of `LinesPage.figures`. */
  values: readonly (string | null)[];
}

/** A page of a ledger, and the sums over all rows of the ledger. */
export interface LinesPage {
  name: string;
  maySee: boolean;
  formKey: string;
  heads: readonly LineHead[];
  figures: readonly Figure[];
  rows: readonly Line[];
  sums: readonly (string | null)[];
  total: number;
  /** Wire name. Number of all rows when the dataset's row limit leaves some out (`total`: without those); else null. */
  ofAll: number | null;
}

/** Groups, figures and parameters that a dataset offers to blocks. */
export interface DatasetOutline {
  datasetKey: string;
  name: string;
  params: readonly FieldNode[];
  /** Default values of the parameters. */
  values: Values;
  /** Keys of the groups. */
  groups: readonly string[];
  /** Key of the form from which the dataset reads records. */
  formKey: string;
  /** The groups with their names. `by`: as in `FigureAnswer.groups`. */
  heads: readonly { key: string; label: string; by: string | null }[];
  /** The available measures and columns. */
  figures: readonly Figure[];
}

/** Layout of a pivot table: keys of the groups of its rows and columns, and of the figures in its cells. */
export interface PivotLayout {
  rows: readonly string[];
  columns: readonly string[];
  values: readonly string[];
}

/** Layout of a stat table for its export; `values` absent: all figures. */
export interface TableLayout extends Pick<PivotLayout, 'rows' | 'columns'> {
  layout: 'table';
  values?: readonly string[];
  totals: boolean;
  subtotals: boolean;
}

export interface DatasetPreview {
  problems: readonly Problem[];
  /** Null when the definition has errors. */
  answer: FigureAnswer | { error: { code: string; msg: string } } | null;
  /** The first records of a ledger; null when the definition has errors or no details. */
  lines: (Omit<LinesPage, 'total'> & { page: { total: number } }) | { error: { code: string; msg: string } } | null;
  /** Lines of the database's execution plan. */
  plan: readonly string[];
}

export interface DatasetService {
  /**
   * Sends queries within a few milliseconds in one batch, equal queries once. `isLast`: sends the batch without waiting
   * for further queries. Throws a ServiceError for a refused query.
   */
  query(question: FigureQuestion, isLast?: boolean): Promise<FigureAnswer>;
  drillDown(question: DrillDownQuery, page: { pageNum: number; pageSize: number }): Promise<DrillDownPage>;
  /**
   * Returns the records of a form from which a number is computed: a roll-up, or the count or sum of related records.
   * Only records that the user may see. `behind` (wire name): this number.
   */
  recordsBehind(
    formKey: string,
    behind: DrillDownNumber,
    page: PageQuery,
    sort?: { field: string; order: 'asc' | 'desc' },
  ): Promise<RecordTexts>;
  lines(question: LinesQuestion, page: { pageNum: number; pageSize: number }): Promise<LinesPage>;
  /**
   * Downloads the ledger with these columns (keys of heads and figures) as an Excel file. Each export resolves to false
   * if the user cancelled the download.
   */
  exportLines(question: LinesQuestion, columns: readonly string[], fileName: string): Promise<boolean>;
  exportPivot(question: FigureQuestion, layout: PivotLayout | TableLayout, fileName: string): Promise<boolean>;
  outline(datasetKey: string): Promise<DatasetOutline>;
  exportTable(question: FigureQuestion, fileName: string): Promise<boolean>;
  /** Runs an unpublished dataset definition; administrators only. */
  preview(datasetKey: string, definition: unknown): Promise<DatasetPreview>;
}
