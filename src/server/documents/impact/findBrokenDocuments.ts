import { parseScreenDefinition } from '../../../importer/index.ts';
import type { Path, Problem } from '../../../domain/problem/index.ts';
import type { FormDefinition } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { findReferringKeys } from '../../references/index.ts';
import type { Db } from '../../store/database.ts';
import { formChecks } from '../extensions.ts';
import { findMissingReferences } from '../checkForm.ts';
import { type PendingForms, publishedForm } from '../relationForms.ts';
import { findDocument, versionRow } from '../store.ts';
import type { FormImpactCheck, BrokenReference } from './formImpactChecks.ts';

const isSamePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((step, index) => step === b[index]);

/** Returns the errors in `next` that are not in `before`. */
export const newErrors = (next: readonly Problem[], before: readonly Problem[]): Problem[] =>
  next.filter(
    (problem) =>
      problem.level === 'error' &&
      !before.some(
        (problemBefore) =>
          problemBefore.level === 'error' &&
          problemBefore.code === problem.code &&
          isSamePath(problemBefore.path, problem.path),
      ),
  );

const toBrokenReferences = (
  kind: BrokenReference['kind'],
  key: string,
  name: string,
  problems: readonly Problem[],
): BrokenReference[] =>
  problems.map(({ path, message }): BrokenReference => ({ kind, key, name, path: [...path] as Path, detail: message }));

/** Finds references in other forms that the next version breaks: in relations, roll-ups, effects and buttons. */
export const findBrokenForms: FormImpactCheck = async (context, db, nextVersion) => {
  const pendingForms: PendingForms = (formKey) => (formKey === nextVersion.formKey ? nextVersion : null);
  const brokenReferences: BrokenReference[] = [];
  for (const key of await findReferringKeys(db, 'form', { kind: 'form', name: nextVersion.formKey })) {
    const otherForm = key === nextVersion.formKey ? null : await publishedForm(context, db, key);
    if (!otherForm) continue;
    const problems = await problemsOfForm(context, db, otherForm, pendingForms);
    if (problems.every(({ level }) => level !== 'error')) continue;
    brokenReferences.push(
      ...toBrokenReferences(
        'form',
        key,
        otherForm.formName,
        newErrors(problems, await problemsOfForm(context, db, otherForm)),
      ),
    );
  }
  return brokenReferences;
};

async function problemsOfForm(
  context: ServerContext,
  db: Db,
  definition: FormDefinition,
  pendingForms?: PendingForms,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const check of formChecks.registeredFor(context))
    problems.push(...(await check(context, db, definition, pendingForms)));
  return problems;
}

/** Finds references in screens that the next version breaks: filters, sorting and fields that it does not have. */
export const findBrokenScreens: FormImpactCheck = async (context, db, nextVersion) => {
  const brokenReferences: BrokenReference[] = [];
  const pendingForms: PendingForms = (formKey) => (formKey === nextVersion.formKey ? nextVersion : null);
  for (const key of await findReferringKeys(db, 'screen', { kind: 'form', name: nextVersion.formKey })) {
    const document = await findDocument(db, 'screen', key);
    if (!document?.published_version) continue;
    const { canonical, content } = await versionRow(db, 'screen', key, document.published_version);
    const parsed = parseScreenDefinition(canonical ?? content, context.vocabulary);
    if (!parsed.ok) continue;
    const problems = await findMissingReferences(context, db, parsed.externalNames, pendingForms);
    if (problems.every(({ level }) => level !== 'error')) continue;
    brokenReferences.push(
      ...toBrokenReferences(
        'screen',
        key,
        document.name,
        newErrors(problems, await findMissingReferences(context, db, parsed.externalNames)),
      ),
    );
  }
  return brokenReferences;
};
