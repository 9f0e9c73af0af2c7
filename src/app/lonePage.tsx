import { Screen } from '../runtime/screen.tsx';
import { useDocumentTitle } from '../shell/title.ts';

/** A page without the layout around it. */
export function LonePage({ screenKey, title }: { screenKey: string; title: string }) {
  useDocumentTitle(title);
  return <main className="sf-alone"><Screen screenKey={screenKey} /></main>;
}
