import { DOCUMENT_KIND_NAMES } from '../documentKinds.ts';
import { hasErrors, type Path } from '../../../domain/problem/index.ts';
import { type DatasetDefinition, type FormDefinition, measuresOf } from '../../../kernel/index.ts';
import { parseDataset } from '../../../importer/index.ts';
import type { AnyNode } from '../../../grammar/nodes.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { usesOf, type Target, type Use } from '../../references/index.ts';
import type { Db } from '../../store/database.ts';
import { textHash } from '../../store/textHash.ts';
import { checkForm } from '../checkForm.ts';
import { givenOf } from '../content.ts';
import { flowDocuments, runningCounts } from '../extensions.ts';
import { publishedForm } from '../relationForms.ts';
import { findDocument, versionRow } from '../store.ts';
import type { DocumentKind } from '../tables.ts';
import { type FieldChange, fieldChanges } from './changes.ts';
import { formHolders, formJudges, type Judged } from './formJudges.ts';

/** A place that a publication breaks or touches. */
export interface Affected {
  kind: Use['kind'];
  key: string;
  name: string;
  state: Use['state'];
  path: Path;
  place: string;
  /** What would be wrong there; '' where it is only touched. */
  detail: string;
}

export interface LostField extends FieldChange {
  /** Records that hold a value under it; null: not known. `isMore`: at least so many. */
  records: number | null;
  isMore: boolean;
}

/** What publishing a text would do to what stands around it. */
export interface Impact {
  removed: LostField[];
  changed: LostField[];
  breaks: Affected[];
  touches: Affected[];
  /** Approvals that run on, each in the version it began with. */
  running: { version: number; count: number }[];
  /** Sentences on what the text shows to roles that do not see it elsewhere. */
  shows: string[];
  /** Says which impact this is: sent back with the publication by who has seen it. '': there is nothing to see. */
  seen: string;
}

const NOTHING: Impact = { removed: [], changed: [], breaks: [], touches: [], running: [], shows: [], seen: '' };

interface Text {
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
  const counts = await runningCounts.of(context)(db, kind, key);
  return [...counts].map(([version, count]) => ({ version, count })).filter(({ count }) => count > 0);
}

const startsWith = (path: Path, start: Path): boolean => start.every((step, index) => path[index] === step);

/** The place of a finding in words: that of the reference which stands there. */
function placeOf(uses: readonly Use[], { kind, key, path }: Judged): string {
  const own = uses.filter((use) => use.kind === kind && use.key === key && use.state === 'published');
  return (own.find((use) => startsWith(use.path, path)) ?? own.find((use) => startsWith(path, use.path)))?.place ?? '';
}

const affectedBy = ({ kind, key, name, state, path, place }: Use): Affected => ({
  kind,
  key,
  name,
  state,
  path,
  place,
  detail: '',
});

/** What has to be seen: the same while the same places are touched, whatever the number of records is meanwhile. */
const withSeen = (impact: Omit<Impact, 'seen'>): Impact => {
  const { removed, changed, touches } = impact;
  const says = (field: LostField): unknown[] => [field.key, field.records !== 0];
  const isPlain = touches.length === 0 && [...removed, ...changed].every(({ records }) => records === 0);
  return {
    ...impact,
    seen: isPlain
      ? ''
      : textHash(
          JSON.stringify([
            removed.map(says),
            changed.map(says),
            touches.map((one) => [one.kind, one.key, one.state, one.path]),
          ]),
        ),
  };
};

async function impactOfForm(context: ServerContext, db: Db, { key, text }: Text): Promise<Impact> {
  const before = await publishedForm(context, db, key);
  const checked = await checkForm(context, db, { formKey: key, content: text });
  const shows = checked.problems.filter(({ code }) => code === 'DOC_SHOWS_HIDDEN').map(({ message }) => message);
  const next = checked.definition;
  if (!before || !next) return { ...NOTHING, shows };
  const { removed, changed } = fieldChanges(before, next, context.vocabulary);
  if (removed.length === 0 && changed.length === 0)
    return { ...NOTHING, shows, running: await runningOf(context, db, 'form', key) };
  const uses: Use[] = [];
  for (const { key: name } of [...removed, ...changed])
    uses.push(...(await usesOf(db, { kind: 'field', owner: key, name })));
  const others = uses.filter((use) => use.kind !== 'form' || use.key !== key);
  const breaks: Affected[] = [];
  for (const judge of formJudges.of(context))
    for (const one of await judge(context, db, next as FormDefinition))
      breaks.push({ ...one, state: 'published', place: placeOf(others, one) });
  const isBroken = (use: Use): boolean =>
    breaks.some(
      (one) =>
        one.kind === use.kind && one.key === use.key && use.state === 'published' && startsWith(use.path, one.path),
    );
  const held = (fields: readonly FieldChange[]): Promise<LostField[]> =>
    Promise.all(
      fields.map(async (field): Promise<LostField> => {
        const holders = await formHolders.of(context).count(db, key, field.key);
        return { ...field, records: holders?.count ?? null, isMore: holders?.isMore ?? false };
      }),
    );
  return withSeen({
    removed: await held(removed),
    changed: await held(changed),
    breaks,
    touches: others.filter((use) => !isBroken(use)).map(affectedBy),
    running: await runningOf(context, db, 'form', key),
    shows,
  });
}

/** Everything of a dataset that a block may name. */
const keysOf = (definition: DatasetDefinition): Map<string, string> =>
  new Map([
    ...(definition.groupBy ?? []).map(({ key, label }) => [key, label ?? key] as const),
    ...measuresOf(definition).map(({ key, label }) => [key, label ?? key] as const),
    ...(definition.columns ?? []).map(({ key, label }) => [key, label ?? key] as const),
    ...(definition.params as AnyNode[]).map((node) => {
      const { __vModel__: key = '', label } = node as { __vModel__?: string; label?: string };
      return [key, label ?? key] as const;
    }),
  ]);

/** What names things that a document of another kind takes away: broken where it is in force, touched where it is a draft. */
async function impactOfNames(
  db: Db,
  removed: readonly FieldChange[],
  targetOf: (name: string) => Target[],
  detailOf: ((field: FieldChange) => string) | null,
): Promise<Pick<Impact, 'breaks' | 'touches' | 'removed'>> {
  const breaks: Affected[] = [];
  const touches: Affected[] = [];
  for (const field of removed)
    for (const target of targetOf(field.key))
      for (const use of await usesOf(db, target)) {
        const affected = affectedBy(use);
        if (detailOf && use.state === 'published') breaks.push({ ...affected, detail: detailOf(field) });
        else touches.push(affected);
      }
  return { breaks, touches, removed: removed.map((field) => ({ ...field, records: 0, isMore: false })) };
}

async function impactOfDataset(context: ServerContext, db: Db, { key, text }: Text): Promise<Impact> {
  const document = await findDocument(db, 'dataset', key);
  const read = parseDataset(givenOf(text), context.vocabulary);
  if (!document?.published_version || !read.ok) return NOTHING;
  const { canonical, content } = await versionRow(db, 'dataset', key, document.published_version);
  const now = keysOf(read.value);
  const removed = [...keysOf(JSON.parse(canonical ?? content) as DatasetDefinition)]
    .filter(([name]) => !now.has(name))
    .map(([name, label]) => ({ key: name, label }));
  const found = await impactOfNames(
    db,
    removed,
    (name) => [{ kind: 'measure', owner: key, name }],
    ({ label }) => `数据集中不再有“${label}”`,
  );
  return withSeen({ ...found, changed: [], running: [], shows: [] });
}

async function impactOfFlow(context: ServerContext, db: Db, { key, text }: Text): Promise<Impact> {
  const document = await findDocument(db, 'flow', key);
  if (!document?.published_version) return NOTHING;
  const { content } = await versionRow(db, 'flow', key, document.published_version);
  const now = await flowDocuments.of(context).steps(text);
  const before = await flowDocuments.of(context).steps(content);
  const removed = [...before].filter(([id]) => !now.has(id)).map(([id, name]) => ({ key: id, label: name }));
  const forms = (await usesOf(db, { kind: 'flow', name: key })).filter((use) => use.kind === 'form');
  const owners = [...new Set(forms.map((use) => use.key))];
  const found = await impactOfNames(
    db,
    removed,
    (name) => owners.map((owner): Target => ({ kind: 'node', owner, name })),
    null,
  );
  return withSeen({
    ...found,
    changed: [],
    running: await runningOf(context, db, 'flow', key),
    shows: [],
  });
}

/** What publishing a text would break and touch: the one answer that the dialog shows and the publication goes by. */
export async function impactOf(context: ServerContext, db: Db, given: Text): Promise<Impact> {
  if (given.kind === 'form') return impactOfForm(context, db, given);
  if (given.kind === 'dataset') return impactOfDataset(context, db, given);
  return given.kind === 'flow' ? impactOfFlow(context, db, given) : NOTHING;
}

const KINDS: Readonly<Record<Affected['kind'], string>> = {
  ...DOCUMENT_KIND_NAMES,
  menu: '菜单',
  role: '角色',
  dictionary: '字典',
};

/** One affected place in words: “流程“用车审批”的分支“公里数超过100”的条件”. */
export const affectedText = ({ kind, name, place }: Pick<Affected, 'kind' | 'name' | 'place'>): string =>
  `${KINDS[kind]}“${name}”${place === '' ? '' : `的${place}`}`;

/**
 * Refuses a publication that would break what is in force (DOC_BREAKS, naming the first place), or whose impact the
 * administrator has not seen as it is now (DOC_IMPACT). Both carry the impact.
 */
export async function refuseImpact(
  context: ServerContext,
  db: Db,
  given: Text,
  acknowledged: string | undefined,
): Promise<void> {
  const impact = await impactOf(context, db, given);
  const [first] = impact.breaks;
  if (first)
    throw new Refusal(
      'DOC_BREAKS',
      { count: impact.breaks.length, where: affectedText(first), detail: first.detail },
      { impact },
    );
  if (impact.seen === '' || impact.seen === acknowledged) return;
  // a text with errors of its own is refused for them
  if (given.kind === 'form') {
    const { problems } = await checkForm(context, db, { formKey: given.key, content: given.text });
    if (hasErrors(problems)) return;
  }
  throw new Refusal('DOC_IMPACT', {}, { impact });
}
