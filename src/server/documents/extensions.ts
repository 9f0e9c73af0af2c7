import type { CompiledForm, FormDefinition, Mention } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { registrationList, registrationPoint } from '../registration.ts';
import type { Trx } from '../store/transaction.ts';
import type { Beside } from './relationForms.ts';
import type { Author, VersionInput } from './store.ts';
import type { DocumentKind } from './tables.ts';
import type { Db } from '../store/database.ts';

/** Life cycle of process documents, whose language a room above knows. */
export interface FlowDocuments {
  /** What a file names; nothing where it cannot be read. */
  mentions(content: string): Promise<Mention[]>;
  /** Its steps, by id; none where it cannot be read. */
  steps(content: string): Promise<ReadonlyMap<string, string>>;
  /** The same file as the process of another key and name. Refuses with REQUEST_INVALID where it cannot be read. */
  renamed(content: string, key: string, name: string): Promise<string>;
  check(context: ServerContext, db: Db, content: string, key: string): Promise<readonly Problem[]>;
  publish(
    context: ServerContext,
    publication: { flowKey: string; xml: string; note: string; author: Author },
    trx: Trx,
  ): Promise<{ version: number; problems: readonly Problem[] }>;
  publishDraft(
    context: ServerContext,
    publication: { flowKey: string; note: string; author: Author; revision?: number },
    trx: Trx,
  ): Promise<{ version: number; problems: readonly Problem[] }>;
}
export const flowDocuments = registrationPoint<FlowDocuments>('process documents');

/** Life cycle of datasets, which a room above compiles to statements. */
export interface DatasetDocuments {
  check(context: ServerContext, db: Db, content: string, key: string): Promise<readonly Problem[]>;
  publish(
    context: ServerContext,
    publication: { datasetKey: string; definition: unknown; note: string; author: Author },
    trx: Trx,
  ): Promise<{ version: number; problems: readonly Problem[] }>;
}
export const datasetDocuments = registrationPoint<DatasetDocuments>('dataset documents');

/** Asked before a version of a document is stored, in its transaction; a refusal keeps it from being published. */
export type PublicationGuard = (context: ServerContext, trx: Trx, input: VersionInput) => Promise<void>;
export const publicationGuards = registrationList<PublicationGuard>();

/** Further findings on a form, e.g. whether its process exists and fits. `beside`: forms that are published together with it. */
export type FormCheck = (
  context: ServerContext,
  db: Db,
  definition: FormDefinition,
  beside?: Beside,
) => Promise<readonly Problem[]>;
export const formChecks = registrationList<FormCheck>();

/** A version of a form that has just been stored. */
export interface PublishedForm {
  formKey: string;
  version: number;
  definition: FormDefinition;
  form: CompiledForm;
  /** Who released it for use; undefined while a room only stores a version of its own. */
  releasedBy?: string | undefined;
  isReplaced?: IsReplaced | undefined;
}
/** Whether a document is published anew by the same transaction, later. */
export type IsReplaced = (kind: DocumentKind, key: string) => boolean;
/** What is to be done in the transaction that publishes a form; a refusal undoes the publication. May answer further findings. */
export type FormPublished = (
  context: ServerContext,
  trx: Trx,
  published: PublishedForm,
) => Promise<readonly Problem[] | void>;
export const formPublished = registrationList<FormPublished>();

/** What is to be done before a form is published, outside of its transaction; a refusal keeps it from being published. */
export type FormPublishing = (context: ServerContext, next: Omit<PublishedForm, 'definition'>) => Promise<void>;
export const formPublishing = registrationList<FormPublishing>();

/** How many approvals run on each version of a form or process. */
export type RunningCounts = (db: Db, kind: 'form' | 'flow', key: string) => Promise<Map<number, number>>;
export const runningCounts = registrationPoint<RunningCounts>('counts of running approvals');
