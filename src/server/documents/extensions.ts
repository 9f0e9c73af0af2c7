import type { CompiledForm, FormDefinition } from '../../kernel/index.ts';
import type { UnresolvedReference } from '../../references/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { registrationList, registrationPoint } from '../registration.ts';
import type { Trx } from '../store/transaction.ts';
import type { PendingForms } from './relationForms.ts';
import type { Author, VersionInput } from './store.ts';
import type { DocumentKind } from './tables.ts';
import type { Db } from '../store/database.ts';

/** Operations on process documents, provided by the module that can read BPMN. */
export interface FlowDocuments {
  /** Returns the names to which a process file refers; empty if the file cannot be read. */
  references(content: string): Promise<UnresolvedReference[]>;
  /** Returns the names of the task nodes of a process file, by id; empty if the file cannot be read. */
  taskNames(content: string): Promise<ReadonlyMap<string, string>>;
  /** Returns the process file with another key and name. Refuses with REQUEST_INVALID a file that cannot be read. */
  rename(content: string, key: string, name: string): Promise<string>;
  /** Returns the problems of a process file. */
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

/** Operations on datasets, provided by the module that compiles them to SQL. */
export interface DatasetDocuments {
  /** Returns the problems of a dataset's text. */
  check(context: ServerContext, db: Db, content: string, key: string): Promise<readonly Problem[]>;
  publish(
    context: ServerContext,
    publication: { datasetKey: string; definition: unknown; note: string; author: Author },
    trx: Trx,
  ): Promise<{ version: number; problems: readonly Problem[] }>;
}
export const datasetDocuments = registrationPoint<DatasetDocuments>('dataset documents');

/**
 * Called before a version of a document is stored, in the same transaction. When the draft of a form is published, it
 * may also be called earlier: before the `formPublishingHooks`, outside of the transaction. A refusal prevents the
 * publication.
 */
export type PublicationGuard = (
  context: ServerContext,
  db: Db,
  input: Pick<VersionInput, 'kind' | 'key' | 'name' | 'content' | 'author'>,
) => Promise<void>;
export const publicationGuards = registrationList<PublicationGuard>();

/**
 * An additional check of a form, e.g. whether its process exists and fits. `pendingForms`: definitions that the same
 * transaction publishes.
 */
export type FormCheck = (
  context: ServerContext,
  db: Db,
  definition: FormDefinition,
  pendingForms?: PendingForms,
) => Promise<readonly Problem[]>;
export const formChecks = registrationList<FormCheck>();

/** A version of a form that has just been stored. */
export interface PublishedForm {
  formKey: string;
  version: number;
  definition: FormDefinition;
  form: CompiledForm;
  /**
   * Name of the person who put the form into use, so that its permissions take effect; undefined if this publication
   * does not put it into use.
   */
  putIntoUseBy?: string | undefined;
  isReplaced?: IsReplaced | undefined;
}
/** Returns whether the same transaction publishes a newer version of a document later. */
export type IsReplaced = (kind: DocumentKind, key: string) => boolean;
/**
 * Called in the transaction that publishes a form. A refusal rolls the publication back. May return further problems.
 */
export type FormPublishedHook = (
  context: ServerContext,
  trx: Trx,
  published: PublishedForm,
) => Promise<readonly Problem[] | void>;
export const formPublishedHooks = registrationList<FormPublishedHook>();

/**
 * Called before a form is published, outside of its transaction. A refusal prevents the publication. May return an undo
 * function, which is called if the publication is refused or fails.
 */
export type FormPublishingHook = (
  context: ServerContext,
  next: Omit<PublishedForm, 'definition'>,
) => Promise<(() => Promise<void>) | void>;
export const formPublishingHooks = registrationList<FormPublishingHook>();

/** Returns the number of running approvals of a form or process, by version. */
export type RunningCounts = (db: Db, kind: 'form' | 'flow', key: string) => Promise<Map<number, number>>;
export const runningCounts = registrationPoint<RunningCounts>('counts of running approvals');
