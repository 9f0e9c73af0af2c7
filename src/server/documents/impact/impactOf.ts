import { DOCUMENT_KIND_NAMES } from '../documentKinds.ts';
import { hasErrors, type Path } from '../../../domain/problem/index.ts';
import { type DatasetDefinition, measuresOf } from '../../../domain/dataset.ts';
import { describeAuthority } from '../../../effects/index.ts';
import type { FormDefinition } from '../../../kernel/index.ts';
import { parseDataset } from '../../../importer/index.ts';
import type { AnyNode } from '../../../grammar/nodes.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { usesOf, type Target, type Use } from '../../references/index.ts';
import type { Db } from '../../store/database.ts';
import { textHash } from '../../store/textHash.ts';
import { checkForm } from '../checkForm.ts';
import { parseContent } from '../content.ts';
import { flowDocuments, runningCounts } from '../extensions.ts';
import { publishedForm, relatedForms } from '../relationForms.ts';
import { findDocument, versionRow } from '../store.ts';
import type { DocumentKind } from '../tables.ts';
import { type FieldChange, fieldChanges } from './fieldChanges.ts';
import { recordCounts, formImpactChecks, type BrokenReference } from './formImpactChecks.ts';

/** A reference in another document that a publication breaks or affects. */
export interface AffectedReference {
  kind: Use['kind'];
  key: string;
  name: string;
  state: Use['state'];
  /** Path of the reference in that document. */
  path: Path;
  /** Readable position of the reference (Chinese); '' if unknown. */
  place: string;
  /** The error that would occur in this document; '' for a reference that is affected but not broken. */
  detail: string;
}

export interface ChangedField extends FieldChange {
  /**
   * Number of records with a value in the field; null: unknown; 0 for a part of a dataset or process. `isMore`: there
   * may be more records.
   */
  records: number | null;
  isMore: boolean;
}

/** The consequences for the stored records when a form gets or loses a process. */
export interface ProcessChange {
  change: 'begins' | 'ends';
  /** 'begins': number of records that become finished. 'ends': number of drafts that become valid records. */
  records: number;
  /** 'ends': number of records whose approval continues in the former process. */
  running: number;
}

/** The effects that publishing a new text of a document has on other documents, records and approvals. */
export interface Impact {
  /** Fields of a form, parts of a dataset or nodes of a process that the new text no longer contains. */
  removed: ChangedField[];
  /** Fields of a form whose type the new text changes. */
  changed: ChangedField[];
  /** References that the publication would break. */
  breaks: AffectedReference[];
  /** References to removed or changed parts that the publication does not break. */
  touches: AffectedReference[];
  /** Running approvals, by the version that they use. */
  running: { version: number; count: number }[];
  /** Messages about hidden fields whose values the new text shows to roles that may not see them (DOC_SHOWS_HIDDEN). */
  shows: string[];
  /** Null if the form keeps its process, has no process before and after, or has no affected record. */
  process: ProcessChange | null;
  /**
   * Sentences about what the form does in other forms on its own authority, that is without the rights of the person
   * who acts (`describeAuthority`); new sentences first. `isAdded`: the published version does not do this.
   */
  authority: { text: string; isAdded: boolean }[];
  /**
   * Hash of this impact (wire name). The administrator sends it with the publication, as `acknowledged`, to confirm the
   * impact. '': no confirmation needed.
   */
  seen: string;
}

const NO_IMPACT: Impact = {
  removed: [],
  changed: [],
  breaks: [],
  touches: [],
  running: [],
  shows: [],
  process: null,
  authority: [],
  seen: '',
};

interface DocumentText {
  kind: DocumentKind;
  key: string;
  text: string;
}

async function runningOf(
  context: ServerContext,
  db: Db,
  kind: 'form' | 'flow',
  key: string,
): Promise<Impact['running']> {
  const counts = await runningCounts.registeredFor(context)(db, kind, key);
  return [...counts].map(([version, count]) => ({ version, count })).filter(({ count }) => count > 0);
}

/** Checks whether `start` is the beginning of `path`, or the whole path. */
const beginsWith = (path: Path, start: Path): boolean => start.every((step, index) => path[index] === step);

/** Returns the readable position of a broken reference, from the index of references. */
function positionTextOf(uses: readonly Use[], { kind, key, path }: BrokenReference): string {
  const documentUses = uses.filter((use) => use.kind === kind && use.key === key && use.state === 'published');
  return (
    (documentUses.find((use) => beginsWith(use.path, path)) ?? documentUses.find((use) => beginsWith(path, use.path)))
      ?.place ?? ''
  );
}

/** Converts a use into a reference that is affected, but not broken. */
const toAffectedReference = ({ kind, key, name, state, path, place }: Use): AffectedReference => ({
  kind,
  key,
  name,
  state,
  path,
  place,
  detail: '',
});

/**
 * Adds the hash of the impact: of the removed and changed fields, the references in `touches`, and the process change.
 * Of each number of records, the hash contains only whether it is 0.
 */
const withHash = (impact: Omit<Impact, 'seen'>): Impact => {
  const { removed, changed, touches, process } = impact;
  const hashInput = (field: ChangedField): unknown[] => [field.key, field.records !== 0];
  const isHarmless =
    process === null && touches.length === 0 && [...removed, ...changed].every(({ records }) => records === 0);
  return {
    ...impact,
    seen: isHarmless
      ? ''
      : textHash(
          JSON.stringify([
            removed.map(hashInput),
            changed.map(hashInput),
            touches.map((reference) => [reference.kind, reference.key, reference.state, reference.path]),
            process && [process.change, process.records > 0, process.running > 0],
          ]),
        ),
  };
};

/**
 * Returns the consequences for the stored records if the next version gives the form a process or removes it; null
 * without such a change or without affected records.
 */
async function processChange(
  context: ServerContext,
  db: Db,
  before: FormDefinition,
  next: FormDefinition,
): Promise<ProcessChange | null> {
  if ((before.flowKey === undefined) === (next.flowKey === undefined)) return null;
  const counts = await recordCounts.registeredFor(context).byState(db, before.formKey);
  const count = (state: string): number => counts.get(state) ?? 0;
  const change: ProcessChange =
    next.flowKey === undefined
      ? { change: 'ends', records: count('0'), running: count('1') + count('2') }
      : // counts state 3 (finished), too: an earlier attempt to publish may have changed records from state 0 to 3 before
        // it was refused
        { change: 'begins', records: count('0') + count('3'), running: 0 };
  return change.records + change.running === 0 ? null : change;
}

/** Returns `Impact.authority` of the next version of a form, compared with the published version (`before`). */
async function authorityOf(
  context: ServerContext,
  db: Db,
  before: FormDefinition | null,
  next: FormDefinition,
): Promise<Impact['authority']> {
  const sentencesOf = async (definition: FormDefinition): Promise<string[]> =>
    describeAuthority(definition, await relatedForms(context, db, definition));
  const sentencesBefore = new Set(before ? await sentencesOf(before) : []);
  const sentences = (await sentencesOf(next)).map((text) => ({ text, isAdded: !sentencesBefore.has(text) }));
  return [...sentences.filter(({ isAdded }) => isAdded), ...sentences.filter(({ isAdded }) => !isAdded)];
}

async function impactOfForm(context: ServerContext, db: Db, { key, text }: DocumentText): Promise<Impact> {
  const before = await publishedForm(context, db, key);
  const checked = await checkForm(context, db, { formKey: key, content: text });
  const shows = checked.problems.filter(({ code }) => code === 'DOC_SHOWS_HIDDEN').map(({ message }) => message);
  const next = checked.definition;
  if (!next) return { ...NO_IMPACT, shows };
  const authority = await authorityOf(context, db, before, next as FormDefinition);
  if (!before) return { ...NO_IMPACT, shows, authority };
  const { removed, changed } = fieldChanges(before, next, context.vocabulary);
  const process = await processChange(context, db, before, next as FormDefinition);
  if (removed.length === 0 && changed.length === 0 && process === null)
    return { ...NO_IMPACT, shows, authority, running: await runningOf(context, db, 'form', key) };
  const uses: Use[] = [];
  for (const { key: name } of [...removed, ...changed])
    uses.push(...(await usesOf(db, { kind: 'field', owner: key, name })));
  const otherUses = uses.filter((use) => use.kind !== 'form' || use.key !== key);
  const breaks: AffectedReference[] = [];
  for (const check of formImpactChecks.registeredFor(context))
    for (const brokenReference of await check(context, db, next as FormDefinition))
      breaks.push({ ...brokenReference, state: 'published', place: positionTextOf(otherUses, brokenReference) });
  const isBroken = (use: Use): boolean =>
    breaks.some(
      (brokenReference) =>
        brokenReference.kind === use.kind &&
        brokenReference.key === use.key &&
        use.state === 'published' &&
        beginsWith(use.path, brokenReference.path),
    );
  const withRecordCounts = (fields: readonly FieldChange[]): Promise<ChangedField[]> =>
    Promise.all(
      fields.map(async (field): Promise<ChangedField> => {
        const recordCount = await recordCounts.registeredFor(context).count(db, key, field.key);
        return { ...field, records: recordCount?.count ?? null, isMore: recordCount?.isMore ?? false };
      }),
    );
  return withHash({
    removed: await withRecordCounts(removed),
    changed: await withRecordCounts(changed),
    breaks,
    touches: otherUses.filter((use) => !isBroken(use)).map(toAffectedReference),
    running: await runningOf(context, db, 'form', key),
    shows,
    process,
    authority,
  });
}

/** Returns the labels of the groups, measures, columns and parameters of a dataset, by the key that blocks refer to. */
const labelsByKey = (definition: DatasetDefinition): Map<string, string> =>
  new Map([
    ...(definition.groupBy ?? []).map(({ key, label }) => [key, label ?? key] as const),
    ...measuresOf(definition).map(({ key, label }) => [key, label ?? key] as const),
    ...(definition.columns ?? []).map(({ key, label }) => [key, label ?? key] as const),
    ...(definition.params as AnyNode[]).map((node) => {
      const { __vModel__: key = '', label } = node as { __vModel__?: string; label?: string };
      return [key, label ?? key] as const;
    }),
  ]);

/**
 * Returns the impact of removing parts of a document. `targetsOf`: returns the targets under which the index of
 * references lists the references to a part. References in published documents break, with the error that `detailOf`
 * returns for the part. References in drafts are only affected. If `detailOf` is null, no reference breaks.
 */
async function impactOfRemoved(
  db: Db,
  removed: readonly FieldChange[],
  targetsOf: (name: string) => Target[],
  detailOf: ((field: FieldChange) => string) | null,
): Promise<Pick<Impact, 'breaks' | 'touches' | 'removed'>> {
  const breaks: AffectedReference[] = [];
  const touches: AffectedReference[] = [];
  for (const field of removed)
    for (const target of targetsOf(field.key))
      for (const use of await usesOf(db, target)) {
        const affectedReference = toAffectedReference(use);
        if (detailOf && use.state === 'published') breaks.push({ ...affectedReference, detail: detailOf(field) });
        else touches.push(affectedReference);
      }
  return { breaks, touches, removed: removed.map((field) => ({ ...field, records: 0, isMore: false })) };
}

async function impactOfDataset(context: ServerContext, db: Db, { key, text }: DocumentText): Promise<Impact> {
  const document = await findDocument(db, 'dataset', key);
  const parsed = parseDataset(parseContent(text), context.vocabulary);
  if (!document?.published_version || !parsed.ok) return NO_IMPACT;
  const { canonical, content } = await versionRow(db, 'dataset', key, document.published_version);
  const nextLabels = labelsByKey(parsed.value);
  const removed = [...labelsByKey(JSON.parse(canonical ?? content) as DatasetDefinition)]
    .filter(([name]) => !nextLabels.has(name))
    .map(([name, label]) => ({ key: name, label }));
  const removalImpact = await impactOfRemoved(
    db,
    removed,
    (name) => [{ kind: 'measure', owner: key, name }],
    ({ label }) => `数据集中不再有“${label}”`,
  );
  return withHash({ ...removalImpact, changed: [], running: [], shows: [], process: null, authority: [] });
}

async function impactOfFlow(context: ServerContext, db: Db, { key, text }: DocumentText): Promise<Impact> {
  const document = await findDocument(db, 'flow', key);
  if (!document?.published_version) return NO_IMPACT;
  const { content } = await versionRow(db, 'flow', key, document.published_version);
  const nextSteps = await flowDocuments.registeredFor(context).taskNames(text);
  const stepsBefore = await flowDocuments.registeredFor(context).taskNames(content);
  const removed = [...stepsBefore].filter(([id]) => !nextSteps.has(id)).map(([id, name]) => ({ key: id, label: name }));
  const forms = (await usesOf(db, { kind: 'flow', name: key })).filter((use) => use.kind === 'form');
  const owners = [...new Set(forms.map((use) => use.key))];
  const removalImpact = await impactOfRemoved(
    db,
    removed,
    (name) => owners.map((owner): Target => ({ kind: 'node', owner, name })),
    null,
  );
  return withHash({
    ...removalImpact,
    changed: [],
    running: await runningOf(context, db, 'flow', key),
    shows: [],
    process: null,
    authority: [],
  });
}

/** Returns the impact of publishing a text, for the confirmation dialog and for the check at publication. */
export async function impactOf(context: ServerContext, db: Db, document: DocumentText): Promise<Impact> {
  if (document.kind === 'form') return impactOfForm(context, db, document);
  if (document.kind === 'dataset') return impactOfDataset(context, db, document);
  return document.kind === 'flow' ? impactOfFlow(context, db, document) : NO_IMPACT;
}

const KIND_NAMES: Readonly<Record<AffectedReference['kind'], string>> = {
  ...DOCUMENT_KIND_NAMES,
  menu: '菜单',
  role: '角色',
  dictionary: '字典',
};

/** Returns a Chinese description of an affected reference: “流程“用车审批”的分支“公里数超过100”的条件”. */
export const affectedText = ({ kind, name, place }: Pick<AffectedReference, 'kind' | 'name' | 'place'>): string =>
  `${KIND_NAMES[kind]}“${name}”${place === '' ? '' : `的${place}`}`;

/**
 * Refuses with DOC_BREAKS, naming the first reference, if the publication would break published documents. Refuses with
 * DOC_IMPACT if the administrator has not confirmed the current impact. Both refusals contain the impact.
 */
export async function refuseImpact(
  context: ServerContext,
  db: Db,
  document: DocumentText,
  acknowledged: string | undefined,
): Promise<void> {
  const impact = await impactOf(context, db, document);
  const [firstBroken] = impact.breaks;
  if (firstBroken)
    throw new Refusal(
      'DOC_BREAKS',
      { count: impact.breaks.length, where: affectedText(firstBroken), detail: firstBroken.detail },
      { impact },
    );
  if (impact.seen === '' || impact.seen === acknowledged) return;
  // the publication itself refuses a text with errors
  if (document.kind === 'form') {
    const { problems } = await checkForm(context, db, { formKey: document.key, content: document.text });
    if (hasErrors(problems)) return;
  }
  throw new Refusal('DOC_IMPACT', {}, { impact });
}
