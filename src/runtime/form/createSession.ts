import { batch, observable, raw } from '@formily/reactive';
import type { FormRecord } from '../../grammar/documents.ts';
import { isTable, relationOf, type Access, type Scope, companionKey } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import { takeBackClosed, recordToValues } from '../../records/index.ts';
import type { Situation } from '../../rules/situation.ts';
import { createWatcher } from './fieldWatch.ts';
import { bindForm } from './formilyForm.ts';
import { fillInitialLabels } from './initialLabels.ts';
import { createLinkage } from './linkage.ts';
import type { FormSession, FormSessionOptions } from './session.ts';
import { placeProblems } from './sessionProblems.ts';
import { createUniqueCheck } from './uniqueCheck.ts';
import { isUnchanged, startValues, toRecord } from './sessionValues.ts';
import { createValueWatch } from './valueWatch.ts';

const NO_PROBLEMS: readonly Problem[] = [];
const NOTHING: Access = { visible: false, editable: false, required: false };

/** A form to fill or to read. Synchronous. */
export function createFormSession({
  compiled,
  record,
  situation,
  services,
  mode: asked = 'edit',
}: FormSessionOptions): FormSession {
  // ED-005: a super role edits the selectors of a read-only form, so such a form needs its fields
  const mode = asked === 'view' && !situation.superRole ? 'view' : 'edit';
  const values: Record<string, unknown> = observable.shallow({});
  /** The same values, for what reads many of them and follows none. */
  const bare = raw(values);
  const live: Situation = observable.shallow({ ...situation });
  const scope: Scope = { values, situation: live };
  const shown: Record<string, readonly Problem[]> = observable.shallow({});
  const changed: Set<string> = observable.shallow(new Set<string>());
  const listeners = new Set<(path: Path) => void>();
  const heard = createValueWatch();
  const write = (key: string, value: unknown): void => {
    values[key] = value;
    heard.tell(key);
  };
  let base: FormRecord | null = null;
  let baseline: Record<string, unknown> = {};
  let sent: Record<string, unknown> | null = null;

  /** `into` is `bare` while nobody follows the values yet. */
  const start = (next: FormRecord | null, into: Record<string, unknown>): void => {
    base = next;
    for (const key of Object.keys(bare)) delete into[key];
    Object.assign(into, startValues(compiled, next, { ...live }, mode));
    fillInitialLabels(compiled, { values: bare, situation: live }, services, write, next);
    baseline = { ...bare };
    sent = null;
    changed.clear();
  };
  start(record, bare);
  const bound = mode === 'edit' ? bindForm(compiled, values, scope, write) : null;
  const watcher = createWatcher(compiled, services, {
    values,
    situation: live,
    set: (key, value) => session.setValue(key, value),
    write,
  });

  const linkage = createLinkage(
    compiled,
    services,
    {
      values,
      situation: live,
      set: (key, value, label) => session.setValue(key, value, label),
      mark: (key, problems) => setProblems(key, problems),
    },
    mode === 'view',
  );

  const setProblems = (key: string, problems: readonly Problem[]): void => {
    if ((shown[key] ?? NO_PROBLEMS).length === 0 && problems.length === 0) return;
    shown[key] = problems;
    bound?.field(key).setSelfErrors(problems.map((problem) => problem.message));
    if (bound === null) heard.tell(key);
  };
  const find = (key: string): readonly Problem[] => {
    const field = compiled.fields.get(key);
    const access = field?.access(scope) ?? NOTHING;
    // what this person cannot change is not theirs to correct, unless it follows from what they typed
    if (!field || !access.visible || (!access.editable && !field.compute && !isTable(field))) return NO_PROBLEMS;
    const found = field.validate(values[key], scope);
    const taken = found.length === 0 ? unique.problemOf(key) : null;
    return taken ? [taken] : found;
  };
  const check = (key: string): readonly Problem[] => {
    const problems = find(key);
    setProblems(key, problems);
    return problems;
  };
  const unique = createUniqueCheck({
    compiled,
    services,
    values,
    baseline: () => baseline,
    recordId: () => base?.id,
    onAnswer: (key) => {
      check(key);
    },
  });
  const mark = (key: string): void => {
    if (isUnchanged(values[key], baseline[key])) changed.delete(key);
    else changed.add(key);
  };

  const session: FormSession = {
    compiled,
    mode,
    services,
    values,
    scope,
    situation: live,
    get isDirty() {
      return changed.size > 0;
    },
    get record() {
      return base;
    },
    get baseline() {
      return baseline;
    },
    field: (key) => compiled.fields.get(key),
    access(key) {
      return bound?.access(key) ?? compiled.fields.get(key)?.access(scope) ?? NOTHING;
    },
    setSituation(change) {
      const isNew = (Object.keys(change) as (keyof Situation)[]).some((key) => !Object.is(live[key], change[key]));
      batch(() => {
        Object.assign(live, change);
      });
      if (bound === null && isNew) heard.tellAll();
    },
    setValue(key, value, label) {
      const field = compiled.fields.get(key);
      if (!field) return;
      batch(() => {
        values[key] = value;
        if (field.hasCompanion) values[companionKey(key)] = label ?? '';
        mark(key);
        // a sub-table looks after the problems of its cells: checking every row at each edit costs too much
        if (!isTable(field) && (shown[key] ?? NO_PROBLEMS).length > 0) check(key);
      });
      heard.tell(key);
      unique.changed(key);
      watcher.changed(key);
      linkage.changed(key);
    },
    problems: (key) => shown[key] ?? NO_PROBLEMS,
    setProblems,
    check(key) {
      const problems = check(key);
      if (problems.length === 0) unique.ask(key);
      return problems;
    },
    isAsking: unique.isPending,
    validate() {
      const all: Problem[] = [];
      batch(() => {
        for (const key of compiled.fields.keys())
          for (const problem of check(key)) all.push({ ...problem, path: [key, ...problem.path] });
      });
      return all;
    },
    showProblems(problems) {
      const { byField, rest } = placeProblems(compiled, problems);
      batch(() => {
        for (const [key, list] of byField) setProblems(key, list);
      });
      return rest;
    },
    clearProblems() {
      batch(() => {
        for (const key of Object.keys(shown)) setProblems(key, NO_PROBLEMS);
      });
    },
    onValue: heard.on,
    turn: heard.turn,
    onFocus(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    focusProblem(path) {
      for (const listener of listeners) listener(path);
    },
    toRecord() {
      const kept = takeBackClosed(compiled, baseline, { ...values }, live);
      batch(() => {
        for (const { key, hasCompanion } of compiled.fields.values()) {
          const label = companionKey(key);
          const isOtherText = hasCompanion && values[label] !== kept[label];
          if (!isOtherText && (!changed.has(key) || Object.is(values[key], kept[key]))) continue;
          write(key, kept[key]);
          if (hasCompanion) values[label] = kept[label];
          mark(key);
        }
      });
      sent = { ...values };
      return toRecord(compiled, sent, base, live);
    },
    markSaved(saved) {
      const stored = recordToValues(saved, compiled);
      batch(() => {
        for (const [key, value] of Object.entries(stored)) {
          // what was typed after the save was sent stays, and stays unsaved
          const isAsSent = sent !== null && Object.is(values[key], sent[key]);
          if (isAsSent && !isUnchanged(values[key], value)) write(key, value);
          baseline[key] = isUnchanged(values[key], value) ? values[key] : value;
        }
        base = saved;
        for (const key of Object.keys(values)) mark(key);
      });
    },
    load(next) {
      batch(() => {
        start(next, values);
        session.clearProblems();
      });
      heard.tellAll();
    },
    dispose() {
      bound?.dispose();
      watcher.dispose();
      unique.dispose();
      linkage.dispose();
      listeners.clear();
    },
  };
  // a relation that a new record begins with fills what it fills
  if (mode === 'edit' && record === null)
    for (const field of compiled.fields.values())
      if (relationOf(field.node) && !field.isEmpty(bare[field.key])) watcher.changed(field.key);
  return session;
}
