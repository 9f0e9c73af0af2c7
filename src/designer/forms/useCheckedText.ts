import { useEffect, useMemo, useState } from 'react';
import { compileForm, type CompiledForm } from '../../kernel/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { createChecker, isCheckedSynchronously } from '../check/checker.ts';
import { checkText, type TextCheck } from '../check/checkText.ts';

/** Debounce of the check after a change of the text. */
const DEBOUNCE_MS = 300;

/**
 * Maximum number of fields and sub-tables of a form that is compiled and previewed. Rendering more of them would block
 * the page for many seconds.
 */
export const MAX_PREVIEW_FIELDS = 2000;

export interface CheckedText extends TextCheck {
  /** The checked text. */
  text: string;
}

const EMPTY_CHECK: TextCheck = {
  problems: [],
  counts: { error: 0, warning: 0, info: 0 },
  externalNames: [],
  mappings: [],
  definition: null,
  fields: 0,
  tableCount: 0,
  placeholderCount: 0,
};

/**
 * Checks the text after each change (debounced). `lastValid`: the form compiled from the last valid text, for the
 * preview; null if it has more than MAX_PREVIEW_FIELDS fields. `isOutdated`: the last checked text is not a form, so
 * `lastValid` belongs to an earlier text.
 */
export function useCheckedText(
  text: string,
  formKey: string,
): { checked: CheckedText; isChecking: boolean; lastValid: CompiledForm | null; isOutdated: boolean } {
  const registry = useRegistry();
  const checker = useMemo(() => createChecker(registry), [registry]);
  useEffect(() => () => checker.dispose(), [checker]);
  const [checked, setChecked] = useState<CheckedText>(() =>
    isCheckedSynchronously(text)
      ? { ...checkText(text, registry, { storedKey: formKey }), text }
      : { ...EMPTY_CHECK, text: '' },
  );
  const compiled = useMemo(
    () =>
      checked.definition && checked.fields + checked.tableCount <= MAX_PREVIEW_FIELDS
        ? compileForm(checked.definition, registry)
        : null,
    [checked, registry],
  );
  const [lastValid, setLastValid] = useState(compiled);
  // a form that has become too large has no preview, not that of an earlier text
  if (checked.definition && compiled !== lastValid) setLastValid(compiled);
  useEffect(() => {
    if (text === checked.text) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      checker.check(text, { storedKey: formKey }).then(
        (result) => {
          if (isCurrent) setChecked({ ...result, text });
        },
        (error: unknown) => {
          // if the worker fails, checks the text on this thread; an aborted check is followed by a newer check
          if (isCurrent && !(error instanceof DOMException && error.name === 'AbortError'))
            setChecked({ ...checkText(text, registry, { storedKey: formKey }), text });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [checker, checked.text, text, formKey, registry]);
  return {
    checked,
    isChecking: text !== checked.text,
    lastValid,
    isOutdated: checked.definition === null && lastValid !== null,
  };
}
