import { useEffect, useMemo, useState } from 'react';
import { compileForm, type CompiledForm } from '../../kernel/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { createChecker, isQuick } from '../check/checker.ts';
import { checkText, type TextCheck } from '../check/checkText.ts';

/** Milliseconds of quiet before the text is checked. */
const QUIET = 300;

/** A form of more fields is not shown in the preview, nor made ready for it: mounting tens of thousands stops the page for many seconds. */
export const MAX_PREVIEW_FIELDS = 2000;

export interface Checked extends TextCheck {
  /** The text these findings are of. */
  text: string;
}

const NOTHING: TextCheck = {
  problems: [],
  counts: { error: 0, warning: 0, info: 0 },
  named: [],
  mappings: [],
  definition: null,
  fields: 0,
  tables: 0,
  placeholders: 0,
};

/** Checks the text a moment after typing stops: language, grammar, expressions. The last good form stays for the preview. */
export function useChecked(
  text: string,
  formKey: string,
): { checked: Checked; isChecking: boolean; good: CompiledForm | null; isOld: boolean } {
  const registry = useRegistry();
  const checker = useMemo(() => createChecker(registry), [registry]);
  useEffect(() => () => checker.dispose(), [checker]);
  const [checked, setChecked] = useState<Checked>(() =>
    isQuick(text) ? { ...checkText(text, registry, { storedKey: formKey }), text } : { ...NOTHING, text: '' },
  );
  const compiled = useMemo(
    () =>
      checked.definition && checked.fields + checked.tables <= MAX_PREVIEW_FIELDS
        ? compileForm(checked.definition, registry)
        : null,
    [checked, registry],
  );
  const [good, setGood] = useState(compiled);
  if (compiled && compiled !== good) setGood(compiled);
  useEffect(() => {
    if (text === checked.text) return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      checker.check(text, { storedKey: formKey }).then(
        (found) => {
          if (isWanted) setChecked({ ...found, text });
        },
        (error: unknown) => {
          if (isWanted && !(error instanceof DOMException))
            setChecked({ ...checkText(text, registry, { storedKey: formKey }), text });
        },
      );
    }, QUIET);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [checker, checked.text, text, formKey, registry]);
  return { checked, isChecking: text !== checked.text, good, isOld: checked.definition === null && good !== null };
}
