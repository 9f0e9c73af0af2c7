import type { Form } from '@formily/core';
import { batch, observable } from '@formily/reactive';
import type { FormRecord } from '../../grammar/documents.ts';
import { companionKey, isTable, relationOf, type Scope } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import { recompute, takeBackClosed, recordToValues } from '../../records/index.ts';
import type { Situation } from '../../rules/situation.ts';
import { createFieldStore } from '../formily/fieldStore.ts';
import { tracedValues } from '../formily/lightField.ts';
import { schemasOf } from '../formily/toFormilySchema.ts';
import { createWatcher } from './fieldWatch.ts';
import { createReadStore, type FieldStore } from './fieldStores.ts';
import { fillInitialLabels } from './initialLabels.ts';
import { createLinkage } from './linkage.ts';
import { createLookupAsking } from './lookupAsking.ts';
import type { FormSession, FormSessionOptions } from './session.ts';
import { placeProblems } from './sessionProblems.ts';
import { createUniqueCheck } from './uniqueCheck.ts';
import { inPieces, isUnchanged, plainValues, startValues, toRecord } from './sessionValues.ts';
import { createValueWatch } from './valueWatch.ts';

const NO_PROBLEMS: readonly Problem[] = [];

/**
 * Opens a form to fill in or to read. Synchronous. In edit mode values, access and problems stand in the fields of a
 * Formily form; in view mode no form is made.
 */
export function createFormSession({
  compiled,
  record,
  situation,
  services,
  mode: requestedMode = 'edit',
  form: given,
}: FormSessionOptions): FormSession {
  // ED-005: a super role edits the selectors of a read-only form, so such a form needs its fields
  const mode = requestedMode === 'view' && !situation.superRole ? 'view' : 'edit';
  // `bare`: the same values, for code that reads many of them and observes none
  const { values, bare } = given ? plainValues(given) : tracedValues((keys) => report(keys));
  const live: Situation = observable.shallow({ ...situation });
  const lookups =
    mode === 'edit' ? createLookupAsking(compiled, services, (lookups) => session.setSituation({ lookups })) : null;
  if (lookups) live.lookups = lookups.answers();
  const scope: Scope = { values, situation: live };
  const changed: Set<string> = observable.shallow(new Set<string>());
  const focusListeners = new Set<(path: Path) => void>();
  const watch = createValueWatch();
  let base: FormRecord | null = null;
  let baseline: Record<string, unknown> = {};
  let sent: Record<string, unknown> | null = null;

  /** Writes a value that is not the user's edit: of a field, or a label or other name beside the fields. */
  const write = (key: string, value: unknown): void => {
    if (compiled.fields.has(key) && store) store.write(key, value);
    else batch(() => (values[key] = value));
  };
  const markChanged = (key: string): void => {
    if (isUnchanged(values[key], baseline[key])) changed.delete(key);
    else changed.add(key);
  };

  /** `target` is the raw object while nothing observes the values yet. */
  const start = (next: FormRecord | null, target: Record<string, unknown>): void => {
    base = next;
    lookups?.keep(next);
    let stored: Record<string, unknown> = { ...startValues(compiled, next, { ...live }, mode) };
    if (given) {
      for (const [key, value] of Object.entries(bare)) if (value !== undefined) stored[key] = value;
      // a field that Formily makes takes no other value from its reactions while it is being made
      stored = recompute(compiled, stored, { ...live });
    }
    for (const key of Object.keys(bare)) if (!given && !(key in stored)) delete target[key];
    inPieces(Object.entries(stored), (piece) => Object.assign(target, Object.fromEntries(piece)));
    fillInitialLabels(compiled, { values: bare, situation: live }, services, write, next);
    baseline = { ...bare };
    sent = null;
    changed.clear();
  };

  /** After an edit: dirty mark, problems that are shown, and what depends on the value. */
  const afterEdit = (key: string): void => {
    const field = compiled.fields.get(key);
    if (!field) return;
    markChanged(key);
    // a sub-table looks after the problems of its cells: checking every row at each edit costs too much
    if (!isTable(field) && session.problems(key).length > 0) check(key);
    unique.changed(key);
    watcher.changed(key);
    linkage.changed(key);
  };

  const events = {
    onValue(key: string): void {
      // a computed value follows from others and is not the user's change
      if (compiled.fields.get(key)?.compute === null) markChanged(key);
      watch.notify(key);
    },
    onInput: (key: string): void => afterEdit(key),
  };
  let store: FieldStore | null = null;
  let form: Form | null = null;
  let report = (keys: readonly string[]): void => keys.forEach(events.onValue);
  start(record, bare);
  if (mode === 'edit') {
    const formily = createFieldStore({ compiled, scope, events, form: given });
    [store, form, report] = [formily, formily.form, formily.report];
  } else store = createReadStore(compiled, scope, events);
  const fields = store;
  const schemas = schemasOf(compiled);

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
    if (fields.problems(key).length === 0 && problems.length === 0) return;
    fields.setProblems(key, problems);
  };
  const find = (key: string): readonly Problem[] => {
    const field = compiled.fields.get(key);
    const access = fields.access(key);
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

  const session: FormSession = {
    compiled,
    mode,
    services,
    values,
    scope,
    situation: live,
    form,
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
    schemaOf: (part) => schemas.get(part) ?? null,
    access: fields.access,
    setSituation(change) {
      const isNew = (Object.keys(change) as (keyof Situation)[]).some((key) => !Object.is(live[key], change[key]));
      batch(() => {
        Object.assign(live, change);
      });
      if (mode === 'view' && isNew) watch.notifyAll();
    },
    setValue(key, value, label) {
      const field = compiled.fields.get(key);
      if (!field) return;
      const labelKey = companionKey(key);
      const isOtherLabel = field.hasCompanion && values[labelKey] !== (label ?? '');
      batch(() => {
        fields.write(key, value);
        if (isOtherLabel) values[labelKey] = label ?? '';
      });
      afterEdit(key);
    },
    problems: fields.problems,
    setProblems,
    check(key) {
      const problems = check(key);
      if (problems.length === 0) unique.ask(key);
      return problems;
    },
    isAsking: unique.isPending,
    validate() {
      const all: Problem[] = [];
      inPieces([...compiled.fields.keys()], (keys) => {
        for (const key of keys) for (const one of check(key)) all.push({ ...one, path: [key, ...one.path] });
      });
      return all;
    },
    showProblems(problems) {
      const { byField, rest } = placeProblems(compiled, problems);
      inPieces([...byField], (piece) => {
        for (const [key, list] of piece) {
          const field = compiled.fields.get(key);
          // what was corrected while the save was under way is not blamed for what it was
          const isCorrected = sent !== null && field && !isTable(field) && !Object.is(values[key], sent[key]);
          if (!isCorrected) setProblems(key, list);
        }
      });
      return rest;
    },
    clearProblems() {
      inPieces([...compiled.fields.keys()], (keys) => {
        for (const key of keys) setProblems(key, NO_PROBLEMS);
      });
    },
    onValue: watch.on,
    turn: watch.turn,
    onFocus(listener) {
      focusListeners.add(listener);
      return () => {
        focusListeners.delete(listener);
      };
    },
    focusProblem(path) {
      for (const listener of focusListeners) listener(path);
    },
    toRecord() {
      const kept = takeBackClosed(compiled, baseline, { ...values }, live);
      inPieces([...compiled.fields.values()], (piece) => {
        for (const { key, hasCompanion } of piece) {
          const label = companionKey(key);
          const isOtherText = hasCompanion && values[label] !== kept[label];
          if (!isOtherText && (!changed.has(key) || Object.is(values[key], kept[key]))) continue;
          write(key, kept[key]);
          if (hasCompanion) values[label] = kept[label];
          markChanged(key);
        }
      });
      sent = { ...values };
      return toRecord(compiled, sent, base, live);
    },
    markSaved(saved) {
      const stored = recordToValues(saved, compiled);
      lookups?.keep(saved);
      inPieces(Object.entries(stored), (piece) => {
        for (const [key, value] of piece) {
          // what was typed after the save was sent stays, and stays unsaved
          const isAsSent = sent !== null && Object.is(values[key], sent[key]);
          if (isAsSent && !isUnchanged(values[key], value)) write(key, value);
          baseline[key] = isUnchanged(values[key], value) ? values[key] : value;
        }
      });
      batch(() => {
        base = saved;
        for (const key of Object.keys(values)) markChanged(key);
      });
    },
    load(next) {
      start(next, values);
      session.clearProblems();
      watch.notifyAll();
    },
    dispose() {
      fields.dispose();
      watcher.dispose();
      unique.dispose();
      linkage.dispose();
      lookups?.dispose();
      focusListeners.clear();
    },
  };
  // a relation that a new record begins with fills the fields that depend on it
  if (mode === 'edit' && record === null)
    for (const field of compiled.fields.values())
      if (relationOf(field.node) && !field.isEmpty(bare[field.key])) watcher.changed(field.key);
  return session;
}
