import type { Form } from '@formily/core';
import { batch, observable } from '@formily/reactive';
import type { FormRecord } from '../../grammar/documents.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { isTable, relationOf, type CompiledForm, type Scope } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import {
  createStoredReader,
  recompute,
  revertUneditableInput,
  labelsOfRevertedFields,
  recordToValues,
} from '../../records/index.ts';
import type { Situation } from '../../rules/situation.ts';
import { createFieldStore } from '../formily/fieldStore.ts';
import { createTracedValues } from '../formily/lightField.ts';
import { schemasOf } from '../formily/toFormilySchema.ts';
import { setFailedCall } from '../host/failedCalls.ts';
import { beginWork } from '../host/pendingWork.ts';
import { createDefaultRows } from './defaultRows.ts';
import { createWatcher } from './fieldWatch.ts';
import { createReadStore, type FieldStore } from './fieldStores.ts';
import { fillInitialLabels } from './initialLabels.ts';
import { createDependentOptions } from './dependentOptions.ts';
import { createLookupRequests } from './lookupRequests.ts';
import type { FormSession, FormSessionOptions } from './session.ts';
import { groupProblems, moveToCurrentRows } from './sessionProblems.ts';
import { createUniqueCheck } from './uniqueCheck.ts';
import { processInBatches, isUnchanged, plainValues, initialSessionValues, recordToSave } from './sessionValues.ts';
import { createValueWatch } from './valueWatch.ts';

const NO_PROBLEMS: readonly Problem[] = [];

/** Returns true if the super role may change a selector although the form is read-only. */
const hasEditableSelector = ({ fields }: CompiledForm, situation: Situation): boolean =>
  situation.superRole && [...fields.values()].some((field) => field.hasWritePermission({ values: {}, situation }));

/**
 * Opens a form for editing or reading. Synchronous. In edit mode the fields of a Formily form hold values, access and
 * problems; in view mode no Formily form is created. `form`: the form of another Formily application, which is then
 * used instead of a new form.
 */
export function createFormSession({
  compiled,
  record,
  situation,
  services,
  mode: requestedMode = 'edit',
  form: foreignForm,
}: FormSessionOptions): FormSession {
  // ED-005: a super role edits the selectors of a read-only form, so the form needs Formily fields
  const mode = requestedMode === 'view' && !hasEditableSelector(compiled, situation) ? 'view' : 'edit';
  // `unobservedValues`: the same values without tracking by Formily, for code that reads many values
  const { values, unobservedValues } = foreignForm
    ? plainValues(foreignForm)
    : createTracedValues((keys) => reportChanges(keys));
  const liveSituation: Situation = observable.shallow({ ...situation });
  const lookups =
    mode === 'edit'
      ? createLookupRequests(compiled, services, (answers) => session.setSituation({ lookups: answers }))
      : null;
  if (lookups) liveSituation.lookups = lookups.answers();
  let readStored = createStoredReader(null);
  const scope: Scope = { values, situation: liveSituation, storedValues: (table, id) => readStored(table, id) };
  const changedKeys: Set<string> = observable.shallow(new Set<string>());
  const focusListeners = new Set<(path: Path) => void>();
  const valueWatch = createValueWatch();
  let storedRecord: FormRecord | null = null;
  let baseline: Record<string, unknown> = {};
  /** The values of the last `toRecord`; null if it was not called since a record was loaded. */
  let sentValues: Record<string, unknown> | null = null;
  let undoneInput: readonly string[] = [];

  /** Writes the value of a field, a companion label or another key, without the effects of an edit by the user. */
  const writeValue = (key: string, value: unknown): void => {
    if (compiled.fields.has(key) && store) store.write(key, value);
    else batch(() => (values[key] = value));
  };
  const updateChangedMark = (key: string): void => {
    if (isUnchanged(values[key], baseline[key]) || defaultRows.isOnlyLoaded(key)) changedKeys.delete(key);
    else changedKeys.add(key);
  };

  const defaultRows = createDefaultRows({ compiled, values, baseline: () => baseline, updateChangedMark });

  /**
   * Writes the label of a default value, which may arrive after the record was loaded. While the record is not stored,
   * the label is also written to `baseline`, since it is no change by the user: `toRecord` would remove such a change
   * if the user may not edit the field.
   */
  const writeInitialLabel = (key: string, label: string): void => {
    writeValue(key, label);
    if (storedRecord !== null) return;
    baseline[key] = label;
  };

  /**
   * Loads a record into `target`: `values`, or `unobservedValues` while nothing observes the values yet. Null loads the
   * values of a new record.
   */
  const loadRecord = (nextRecord: FormRecord | null, target: Record<string, unknown>): void => {
    storedRecord = nextRecord;
    readStored = createStoredReader(nextRecord);
    lookups?.setRecord(nextRecord);
    let nextValues: Record<string, unknown> = {
      ...initialSessionValues(compiled, nextRecord, { ...liveSituation }, mode),
    };
    if (foreignForm) {
      // values that the other application has set take precedence
      for (const [key, value] of Object.entries(unobservedValues)) if (value !== undefined) nextValues[key] = value;
      // Formily ignores values that reactions set while a field is being created: computed values are set beforehand
      nextValues = recompute(compiled, nextValues, { ...liveSituation });
    }
    for (const key of Object.keys(unobservedValues)) if (!foreignForm && !(key in nextValues)) delete target[key];
    processInBatches(Object.entries(nextValues), (batchItems) => Object.assign(target, Object.fromEntries(batchItems)));
    fillInitialLabels(
      compiled,
      { values: unobservedValues, situation: liveSituation },
      services,
      writeInitialLabel,
      nextRecord,
    );
    baseline = { ...unobservedValues };
    sentValues = null;
    changedKeys.clear();
    defaultRows.reset();
  };

  /** After an edit: updates the dirty mark, the shown problems and everything that depends on the value. */
  const handleEdit = (key: string): void => {
    const field = compiled.fields.get(key);
    if (!field) return;
    updateChangedMark(key);
    // a sub-table updates the problems of its cells itself: validating every row at each edit costs too much
    if (!isTable(field) && session.problems(key).length > 0) check(key);
    uniqueCheck.onChange(key);
    watcher.onChange(key);
    dependentOptions.onChange(key);
  };

  const events = {
    onValueChange(key: string): void {
      // a computed value is not a change by the user
      if (compiled.fields.get(key)?.compute === null) updateChangedMark(key);
      valueWatch.notify(key);
    },
    onInput: (key: string): void => handleEdit(key),
  };
  let store: FieldStore | null = null;
  let form: Form | null = null;
  // Changed keys go directly to `events` in view mode and before the Formily form exists. Afterwards the form's
  // `report` passes them through Formily's listeners.
  let reportChanges = (keys: readonly string[]): void => keys.forEach(events.onValueChange);
  loadRecord(record, unobservedValues);
  if (mode === 'edit') {
    const formily = createFieldStore({ compiled, scope, events, form: foreignForm });
    [store, form, reportChanges] = [formily, formily.form, formily.report];
  } else store = createReadStore(compiled, scope, events);
  const fieldStore = store;
  const schemas = schemasOf(compiled);

  const watcher = createWatcher(compiled, services, {
    values,
    situation: liveSituation,
    setValue: (key, value, label) => session.setValue(key, value, label),
    writeValue,
    holdSaves: () => beginWork(session, 'calls'),
    setFailed: (key, label) => setFailedCall(session, key, label),
  });
  const dependentOptions = createDependentOptions(
    compiled,
    services,
    {
      values,
      situation: liveSituation,
      setValue: (key, value, label) => session.setValue(key, value, label),
      showProblems: (key, problems) => setProblems(key, problems),
    },
    mode === 'view',
  );

  const setProblems = (key: string, problems: readonly Problem[]): void => {
    if (fieldStore.problems(key).length === 0 && problems.length === 0) return;
    fieldStore.setProblems(key, problems);
  };
  const findProblems = (key: string): readonly Problem[] => {
    const field = compiled.fields.get(key);
    const access = fieldStore.access(key);
    // The user cannot correct a read-only value, unless it is computed from values that the user can change. A table
    // validates only the cells that the user can change.
    if (!field || !access.visible || (!access.editable && !field.compute && !isTable(field))) return NO_PROBLEMS;
    const problems = field.validate(values[key], scope);
    const uniqueProblem = problems.length === 0 ? uniqueCheck.problemOf(key) : null;
    return uniqueProblem ? [uniqueProblem] : problems;
  };
  const check = (key: string): readonly Problem[] => {
    const problems = findProblems(key);
    setProblems(key, problems);
    return problems;
  };
  const uniqueCheck = createUniqueCheck({
    compiled,
    services,
    values,
    baseline: () => baseline,
    recordId: () => storedRecord?.id,
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
    situation: liveSituation,
    form,
    get isDirty() {
      return changedKeys.size > 0;
    },
    get record() {
      return storedRecord;
    },
    get undoneInput() {
      return undoneInput;
    },
    get baseline() {
      return baseline;
    },
    field: (key) => compiled.fields.get(key),
    schemaOf: (part) => schemas.get(part) ?? null,
    access: fieldStore.access,
    defaultRows,
    setSituation(change) {
      const hasChanged = (Object.keys(change) as (keyof Situation)[]).some(
        (key) => !Object.is(liveSituation[key], change[key]),
      );
      batch(() => {
        Object.assign(liveSituation, change);
      });
      if (mode === 'view' && hasChanged) valueWatch.notifyAll();
    },
    setValue(key, value, label) {
      const field = compiled.fields.get(key);
      if (!field) return;
      const labelKey = companionKey(key);
      const isLabelChanged = field.hasCompanion && values[labelKey] !== (label ?? '');
      batch(() => {
        fieldStore.write(key, value);
        if (isLabelChanged) values[labelKey] = label ?? '';
      });
      handleEdit(key);
    },
    restoreValues(valuesBefore) {
      for (const key of Object.keys(valuesBefore).filter((name) => compiled.fields.has(name))) {
        const label = valuesBefore[companionKey(key)];
        session.setValue(key, valuesBefore[key], typeof label === 'string' ? label : '');
        watcher.cancel(key);
      }
    },
    problems: fieldStore.problems,
    setProblems,
    validateField(key) {
      const problems = check(key);
      if (problems.length === 0) uniqueCheck.queryServer(key);
      return problems;
    },
    isCheckingUnique: uniqueCheck.isPending,
    validate() {
      const all: Problem[] = [];
      processInBatches([...compiled.fields.keys()], (keys) => {
        for (const key of keys)
          for (const problem of check(key)) all.push({ ...problem, path: [key, ...problem.path] });
      });
      return all;
    },
    showProblems(problems) {
      const { byField, otherProblems } = groupProblems(compiled, problems);
      processInBatches([...byField], (batchItems) => {
        for (const [key, list] of batchItems) {
          const field = compiled.fields.get(key);
          // the problem is outdated if the user corrected the value while the save was running
          const isCorrected =
            sentValues !== null && field && !isTable(field) && !Object.is(values[key], sentValues[key]);
          if (isCorrected) continue;
          setProblems(
            key,
            sentValues !== null && field && isTable(field)
              ? moveToCurrentRows(list, sentValues[key], values[key])
              : list,
          );
        }
      });
      return otherProblems;
    },
    clearProblems() {
      processInBatches([...compiled.fields.keys()], (keys) => {
        for (const key of keys) setProblems(key, NO_PROBLEMS);
      });
    },
    onValueChange: valueWatch.on,
    changeCount: valueWatch.changeCount,
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
      const typedValues = { ...values };
      const allowedValues = revertUneditableInput(compiled, baseline, typedValues, liveSituation);
      undoneInput = labelsOfRevertedFields(compiled, typedValues, allowedValues, liveSituation);
      processInBatches([...compiled.fields.values()], (batchItems) => {
        for (const { key, hasCompanion } of batchItems) {
          const labelKey = companionKey(key);
          const isLabelChanged = hasCompanion && values[labelKey] !== allowedValues[labelKey];
          if (!isLabelChanged && (!changedKeys.has(key) || Object.is(values[key], allowedValues[key]))) continue;
          writeValue(key, allowedValues[key]);
          if (hasCompanion) values[labelKey] = allowedValues[labelKey];
          updateChangedMark(key);
        }
      });
      sentValues = { ...values };
      return recordToSave(compiled, sentValues, storedRecord, liveSituation);
    },
    markSaved(saved) {
      const savedValues = recordToValues(saved, compiled);
      lookups?.setRecord(saved);
      processInBatches(Object.entries(savedValues), (batchItems) => {
        for (const [key, value] of batchItems) {
          // a value typed after the save was sent stays unsaved
          const isAsSent = sentValues !== null && Object.is(values[key], sentValues[key]);
          if (isAsSent && !isUnchanged(values[key], value)) writeValue(key, value);
          baseline[key] = isUnchanged(values[key], value) ? values[key] : value;
        }
      });
      for (const { key, hasCompanion } of compiled.fields.values()) {
        const labelKey = companionKey(key);
        // the label of a default value that arrived after the save was sent is not stored
        if (hasCompanion && !Object.hasOwn(savedValues, labelKey) && sentValues?.[labelKey] === undefined)
          delete baseline[labelKey];
      }
      batch(() => {
        storedRecord = saved;
        readStored = createStoredReader(saved);
        for (const key of Object.keys(values)) updateChangedMark(key);
      });
      uniqueCheck.onSaved();
    },
    load(nextRecord) {
      loadRecord(nextRecord, values);
      session.clearProblems();
      valueWatch.notifyAll();
    },
    dispose() {
      fieldStore.dispose();
      watcher.dispose();
      uniqueCheck.dispose();
      dependentOptions.dispose();
      lookups?.dispose();
      focusListeners.clear();
    },
  };
  // an initial relation of a new record fills its dependent fields
  if (mode === 'edit' && record === null)
    for (const field of compiled.fields.values())
      if (relationOf(field.node) && !field.isEmpty(unobservedValues[field.key])) watcher.onChange(field.key);
  return session;
}
