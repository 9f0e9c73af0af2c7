import { useEffect, useState } from 'react';
import type { ScreenDefinition } from '../../importer/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { checkScreenText, type ScreenCheck } from '../check/checkScreenText.ts';

/** Debounce of the check after a change of the text. */
const DEBOUNCE_MS = 300;

interface CheckedScreen extends ScreenCheck {
  /** The text that was checked. */
  text: string;
}

/**
 * Checks the text of a screen `DEBOUNCE_MS` after the last change. `lastValid`: the last valid screen, for the preview.
 * `isOutdated`: the current text is invalid, so `lastValid` belongs to an earlier text.
 */
export function useCheckedScreen(
  text: string,
  screenKey: string,
): { checked: CheckedScreen; isChecking: boolean; lastValid: ScreenDefinition | null; isOutdated: boolean } {
  const registry = useRegistry();
  const [checked, setChecked] = useState<CheckedScreen>(() => ({
    ...checkScreenText(text, registry, screenKey),
    text,
  }));
  const [lastValid, setLastValid] = useState(checked.screen);
  useEffect(() => {
    if (text === checked.text) return undefined;
    const timer = setTimeout(() => {
      const result = checkScreenText(text, registry, screenKey);
      setChecked({ ...result, text });
      if (result.screen) setLastValid(result.screen);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, checked.text, registry, screenKey]);
  return {
    checked,
    isChecking: text !== checked.text,
    lastValid,
    isOutdated: checked.screen === null && lastValid !== null,
  };
}
