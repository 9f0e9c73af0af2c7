import { companionKey } from '../../domain/companionKey.ts';
import { type CompiledField, type CompiledForm, placeholderValuesOf, readAnswer } from '../../kernel/index.ts';
import {
  type FillCall,
  NOTHING_FOUND,
  toStoredValue,
  fillCallOf,
  buildRequest,
  mapByNames,
} from '../../requests/index.ts';
import type { Situation } from '../../rules/situation.ts';
import { failureText, notice } from '../host/notice.ts';
import { optionSource } from '../options/source.ts';
import { optionsStoreOf } from '../options/store.ts';
import type { Services } from '../services/services.ts';

/** Debounce time in ms after the last key press. */
const DEBOUNCE_MS = 400;

/** What the watcher reads and writes of the form that is being edited. */
interface EditedForm {
  values: Record<string, unknown>;
  situation: Situation;
  setValue(key: string, value: unknown, label: string): void;
  /** Sets a value under a name that is not a field of the form, e.g. a companion label. */
  writeValue(key: string, value: unknown): void;
  /** Makes saves wait until the returned function is called. Used while a request is scheduled or running. */
  holdSaves(): () => void;
  /** Stores the label of a field whose request has failed; null: no failure, or a new request is scheduled. */
  setFailed(key: string, label: string | null): void;
}

/**
 * FK-025, RD-001…004: sends the request of a field with `openWatch` (its `watchApi*` keys) or of a relation field with
 * `fill` when the value changes, and fills other fields from the answer. When the field is emptied or the request finds
 * nothing, the filled fields are emptied too. Values that the person typed stay. An answer is ignored when the field
 * has changed again, after `cancel` and after `dispose`. A failed request is shown and leaves the fields unchanged.
 */
export function createWatcher(
  compiled: CompiledForm,
  services: Services,
  target: EditedForm,
): { onChange(key: string): void; cancel(key: string): void; dispose(): void } {
  /**
   * The debounce timer of the last change of each field, kept while the request is running. A request whose timer is
   * not in this map is outdated: its result is ignored.
   */
  const latestTimers = new Map<string, ReturnType<typeof setTimeout>>();
  /** By field: the function that ends the waiting of saves for the request of the field. */
  const releaseSavesByField = new Map<string, () => void>();
  const releaseSaves = (key: string): void => {
    releaseSavesByField.get(key)?.();
    releaseSavesByField.delete(key);
  };

  const labelOfField = (key: string): string => compiled.fields.get(key)?.node.label ?? key;
  /** Returns the request of a field; null for an unknown field and for a field that fills no other fields. */
  const callOf = (key: string): FillCall | null => {
    const field = compiled.fields.get(key);
    return field ? fillCallOf(field.node, (filledKey) => compiled.fields.get(filledKey)) : null;
  };
  /** The last value that was filled into each field. */
  const lastFills = new Map<string, unknown>();
  /**
   * Returns true if the person has filled this field since `valuesBefore`, while the request was running. False for a
   * relation: the fields that it fills are locked while it has a value.
   */
  const isTyped = (
    { key, isEmpty }: CompiledField,
    valuesBefore: EditedForm['values'],
    { isRelation }: FillCall,
  ): boolean => {
    const value = target.values[key];
    return (
      !isRelation && !isEmpty(value) && !Object.is(value, valuesBefore[key]) && !Object.is(value, lastFills.get(key))
    );
  };
  /** Returns the display text of a value by the loaded options of its field; '' if they are not loaded. */
  const displayTextOf = ({ node, definition }: CompiledField, value: unknown): string => {
    const source = optionSource(node, placeholderValuesOf(target.situation, { ...target.values }));
    const { options = [] } = optionsStoreOf(services).get(source);
    return options.length === 0 ? '' : (definition.text?.(value, node as never, { options }) ?? '');
  };
  /**
   * Fills the fields with these values, converted to the stored types. Fields that the person has filled since
   * `valuesBefore` stay unchanged. Returns the labels of fields that cannot hold their value.
   */
  const fillFields = (
    answeredValues: Readonly<Record<string, unknown>>,
    call: FillCall,
    valuesBefore: EditedForm['values'],
  ): string[] => {
    const rejectedLabels: string[] = [];
    const writtenLabels = new Set<string>();
    for (const [key, answered] of Object.entries(answeredValues)) {
      const field = compiled.fields.get(key);
      if (!field) continue;
      const labelKey = companionKey(key);
      writtenLabels.add(labelKey);
      if (isTyped(field, valuesBefore, call)) continue;
      const value =
        answered === null || answered === '' ? (field.definition.emptyValue ?? null) : toStoredValue(field, answered);
      if (value === undefined) {
        rejectedLabels.push(field.node.label || key);
        continue;
      }
      const label = Object.hasOwn(answeredValues, labelKey) ? String(answeredValues[labelKey] ?? '') : null;
      target.setValue(
        key,
        value,
        label ?? (field.hasCompanion && !field.isEmpty(value) ? displayTextOf(field, value) : ''),
      );
      lastFills.set(key, target.values[key]);
    }
    for (const [key, value] of Object.entries(answeredValues))
      if (!compiled.fields.has(key) && !writtenLabels.has(key) && Object.hasOwn(call.names, key))
        target.writeValue(key, value);
    return rejectedLabels;
  };
  /**
   * Returns true if the value of a field comes from the call. For the call of a relation this is always true; for
   * another call, if the value equals the last filled one or the field is read-only.
   */
  const isFilledByCall = (field: CompiledField, { isRelation }: FillCall): boolean =>
    isRelation || Object.is(target.values[field.key], lastFills.get(field.key)) || !field.mayWrite(target);
  /** Empties those fields among `names` that the call filled. Returns the labels of the fields that keep a value. */
  const emptyFilledFields = (call: FillCall, names: readonly string[]): string[] => {
    const fieldsWithValue = names.flatMap((name) => {
      const field = compiled.fields.get(name);
      return field && field.compute === null && !field.isEmpty(target.values[name]) ? [field] : [];
    });
    const filledFields = fieldsWithValue.filter((field) => isFilledByCall(field, call));
    fillFields(Object.fromEntries(filledFields.map(({ key }) => [key, null])), call, { ...target.values });
    return fieldsWithValue.filter((field) => !filledFields.includes(field)).map(({ key }) => labelOfField(key));
  };
  const requestAndFill = async (
    key: string,
    call: FillCall,
    valuesBefore: EditedForm['values'],
    isLatest: () => boolean,
  ): Promise<void> => {
    const request = buildRequest(call.request, placeholderValuesOf(target.situation, { ...target.values }));
    if (!request.ok) return;
    try {
      const answer = readAnswer(await services.request(request.value), call.position);
      if (!isLatest()) return;
      // the request is for one value, so only the first item of a list is used
      const item: unknown = Array.isArray(answer) ? answer[0] : answer;
      if (item === undefined || item === null) {
        const keptLabels = emptyFilledFields(call, Object.keys(call.names));
        const hint = keptLabels.length > 0 ? `，请核对“${keptLabels.join('、')}”` : '';
        notice('warning', `${labelOfField(key)}：${NOTHING_FOUND}${hint}`);
        return;
      }
      const answered = mapByNames(item, call.names);
      emptyFilledFields(
        call,
        Object.keys(call.names).filter((name) => !Object.hasOwn(answered, name)),
      );
      const rejectedLabels = fillFields(answered, call, valuesBefore);
      if (rejectedLabels.length > 0)
        notice('warning', `${labelOfField(key)}：返回的“${rejectedLabels.join('、')}”不能填入`);
    } catch (error) {
      if (!isLatest()) return;
      target.setFailed(key, labelOfField(key));
      notice('warning', `${labelOfField(key)}的关联数据获取失败：${failureText(error)}`);
    }
  };
  const cancel = (key: string): void => {
    clearTimeout(latestTimers.get(key));
    latestTimers.delete(key);
    releaseSaves(key);
    target.setFailed(key, null);
  };
  return {
    cancel,
    onChange(key) {
      const call = callOf(key);
      if (!call) return;
      cancel(key);
      if (compiled.fields.get(key)?.isEmpty(target.values[key])) {
        emptyFilledFields(call, Object.keys(call.names));
        return;
      }
      const valuesBefore = Object.fromEntries(Object.keys(call.names).map((name) => [name, target.values[name]]));
      const timer = setTimeout(
        () => {
          const isLatest = (): boolean => latestTimers.get(key) === timer;
          void requestAndFill(key, call, valuesBefore, isLatest).then(() => {
            if (isLatest()) releaseSaves(key);
          });
        },
        // a relation is selected, not typed, so it needs no debounce
        call.isRelation ? 0 : DEBOUNCE_MS,
      );
      latestTimers.set(key, timer);
      releaseSavesByField.set(key, target.holdSaves());
    },
    dispose() {
      for (const timer of latestTimers.values()) clearTimeout(timer);
      latestTimers.clear();
      for (const key of releaseSavesByField.keys()) releaseSaves(key);
    },
  };
}
