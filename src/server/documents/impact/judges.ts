import { parseScreenDefinition } from '../../../importer/index.ts';
import type { Path, Problem } from '../../../domain/problem/index.ts';
import type { FormDefinition } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { keysNaming } from '../../references/index.ts';
import type { Db } from '../../store/database.ts';
import { formChecks } from '../extensions.ts';
import { outsideProblems } from '../outside.ts';
import { type Beside, publishedForm } from '../relationForms.ts';
import { findDocument, versionRow } from '../store.ts';
import type { FormJudge, Judged } from './formJudges.ts';

const isSamePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((step, index) => step === b[index]);

/** Errors that are not among those there are already. */
export const fresh = (next: readonly Problem[], before: readonly Problem[]): Problem[] =>
  next.filter(
    (one) =>
      one.level === 'error' &&
      !before.some((old) => old.level === 'error' && old.code === one.code && isSamePath(old.path, one.path)),
  );

const judged = (kind: Judged['kind'], key: string, name: string, problems: readonly Problem[]): Judged[] =>
  problems.map(({ path, message }): Judged => ({ kind, key, name, path: [...path] as Path, detail: message }));

/** Other forms whose relations, roll-ups, effects and buttons would have errors. */
export const judgeForms: FormJudge = async (context, db, next) => {
  const beside: Beside = (formKey) => (formKey === next.formKey ? next : null);
  const found: Judged[] = [];
  for (const key of await keysNaming(db, 'form', { kind: 'form', name: next.formKey })) {
    const other = key === next.formKey ? null : await publishedForm(context, db, key);
    if (!other) continue;
    const problems = await problemsOfForm(context, db, other, beside);
    if (problems.every(({ level }) => level !== 'error')) continue;
    found.push(...judged('form', key, other.formName, fresh(problems, await problemsOfForm(context, db, other))));
  }
  return found;
};

async function problemsOfForm(
  context: ServerContext,
  db: Db,
  definition: FormDefinition,
  beside?: Beside,
): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const check of formChecks.of(context)) found.push(...(await check(context, db, definition, beside)));
  return found;
}

/** Screens that ask for, sort by or read what is not there any more. */
export const judgeScreens: FormJudge = async (context, db, next) => {
  const found: Judged[] = [];
  const beside: Beside = (formKey) => (formKey === next.formKey ? next : null);
  for (const key of await keysNaming(db, 'screen', { kind: 'form', name: next.formKey })) {
    const document = await findDocument(db, 'screen', key);
    if (!document?.published_version) continue;
    const { canonical, content } = await versionRow(db, 'screen', key, document.published_version);
    const read = parseScreenDefinition(canonical ?? content, context.vocabulary);
    if (!read.ok) continue;
    const problems = await outsideProblems(context, db, read.named, beside);
    if (problems.every(({ level }) => level !== 'error')) continue;
    found.push(
      ...judged('screen', key, document.name, fresh(problems, await outsideProblems(context, db, read.named))),
    );
  }
  return found;
};
