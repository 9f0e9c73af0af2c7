import { useEffect, useState } from 'react';
import type { ScreenDefinition } from '../../importer/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { checkScreenText, type ScreenCheck } from '../check/checkScreenText.ts';

/** Milliseconds of quiet before the text is checked. */
const QUIET = 300;

interface Checked extends ScreenCheck {
  /** The text these findings are of. */ text: string;
}

/** Checks a screen's text a moment after typing stops. The last good screen stays for the preview. */
export function useScreenChecked(
  text: string,
  screenKey: string,
): { checked: Checked; isChecking: boolean; good: ScreenDefinition | null; isOld: boolean } {
  const registry = useRegistry();
  const [checked, setChecked] = useState<Checked>(() => ({ ...checkScreenText(text, registry, screenKey), text }));
  const [good, setGood] = useState(checked.screen);
  useEffect(() => {
    if (text === checked.text) return undefined;
    const timer = setTimeout(() => {
      const found = checkScreenText(text, registry, screenKey);
      setChecked({ ...found, text });
      if (found.screen) setGood(found.screen);
    }, QUIET);
    return () => clearTimeout(timer);
  }, [text, checked.text, registry, screenKey]);
  return { checked, isChecking: text !== checked.text, good, isOld: checked.screen === null && good !== null };
}
