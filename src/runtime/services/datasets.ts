import type { Problem } from '../../domain/problem/index.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import type { CandidateColumn, CandidateRow } from './relations.ts';
import type { Paged } from './paging.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a block asks of a dataset. */
export interface FigureQuestion {
  datasetKey: string;
  /** Values of the block's own; `shared`: those of the screen, which the dataset takes as far as it has such parameters. */
  params?: Values;
  shared?: Values;
  /** The groups of the rows; absent: all; empty: the total alone. */
  by?: readonly string[];
  /** Measures and columns; absent: all. */
  figures?: readonly string[];
  /** How many groups are answered at most; absent: a thousand. */
  most?: number;
}

export interface Figure {
  key: string;
  label: string;
  unit?: string;
  precision?: number;
  format?: 'number' | 'percent' | 'amount' | 'wan';
  /** There are records behind it that can be listed. */
  isMeasure: boolean;
}

export interface FigureRow {
  keys: readonly string[];
  labels: readonly string[];
  /** Decimal numbers as texts; null: there is no value. */
  values: readonly (string | null)[];
}

export interface FigureAnswer {
  datasetKey: string;
  /** The form whose records are counted. */
  formKey?: string;
  name: string;
  maySee: boolean;
  groups: readonly { key: string; label: string; by: string | null }[];
  figures: readonly Figure[];
  rows: readonly FigureRow[];
  /** How many groups there are; more than the rows where the answer is cut. */
  total: number;
}

export interface BehindQuestion {
  datasetKey: string;
  params?: Values;
  shared?: Values;
  keys: Readonly<Record<string, string>>;
  figure?: string;
}

/** The records behind a figure, and the figure over exactly these. */
export interface BehindPage extends Paged<CandidateRow> {
  formKey: string;
  formName: string;
  columns: readonly CandidateColumn[];
  figure: { key: string; label: string; value: string | null; precision: number | null } | null;
}

/** What a ledger asks of a dataset. */
export interface LinesQuestion {
  datasetKey: string;
  params?: Values;
  shared?: Values;
  /** The groups of the rows; absent: records where the dataset has details, else all groups. */
  by?: readonly string[];
  /** Only rows that say this. */
  keyword?: string;
  sort?: { field: string; order: 'asc' | 'desc' };
}

/** A column of a ledger that is no figure. `to`: its values are records of this form. */
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
  /** The record may be opened. */
  isOpen?: boolean;
}

export interface Line {
  key: string;
  /** The record that the row is of; null: a group. */
  recordId: string | null;
  keys: Readonly<Record<string, string>>;
  cells: readonly LineCell[];
  values: readonly (string | null)[];
}

/** A page of a ledger, and the sums over all of its rows. */
export interface LinesPage {
  name: string;
  maySee: boolean;
  formKey: string;
  heads: readonly LineHead[];
  figures: readonly Figure[];
  rows: readonly Line[];
  sums: readonly (string | null)[];
  total: number;
  /** How many rows there are where the dataset keeps only the first. */
  ofAll: number | null;
}

export interface DatasetOutline {
  datasetKey: string;
  name: string;
  params: readonly FieldNode[];
  /** What the parameters are where nobody says anything else. */
  values: Values;
  groups: readonly string[];
  /** The form of the records. */
  formKey: string;
  /** The groups and the measures and columns that there are, with their names. */
  heads: readonly { key: string; label: string; by: string | null }[];
  figures: readonly Figure[];
}

/** How a pivot is laid out: groups along its sides, figures in its cells. */
export interface PivotLayout {
  rows: readonly string[];
  columns: readonly string[];
  values: readonly string[];
}

export interface DatasetPreview {
  problems: readonly Problem[];
  answer: FigureAnswer | { error: { code: string; msg: string } } | null;
  plan: readonly string[];
}

export interface DatasetService {
  /**
   * Questions asked at the same moment go in one request, equal ones once; `isLast`: no other is waited for. Throws what
   * was refused.
   */
  ask(question: FigureQuestion, isLast?: boolean): Promise<FigureAnswer>;
  behind(question: BehindQuestion, page: { pageNum: number; pageSize: number }): Promise<BehindPage>;
  lines(question: LinesQuestion, page: { pageNum: number; pageSize: number }): Promise<LinesPage>;
  exportLines(question: LinesQuestion, columns: readonly string[], fileName: string): Promise<void>;
  exportPivot(question: FigureQuestion, layout: PivotLayout, fileName: string): Promise<void>;
  outline(datasetKey: string): Promise<DatasetOutline>;
  exportTable(question: FigureQuestion, fileName: string): Promise<void>;
  /** Tries a dataset that is not published; administrators only. */
  preview(datasetKey: string, definition: unknown): Promise<DatasetPreview>;
}
