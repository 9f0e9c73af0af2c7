import { Screen } from '../../runtime/screen/Screen.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';

/** A page without the layout. */
export function LonePage({
  screenKey,
  title,
  isFrame = false,
}: {
  screenKey: string;
  title: string;
  isFrame?: boolean;
}) {
  useDocumentTitle(title);
  return (
    <main className={isFrame ? 'sf-framed' : 'sf-alone'}>
      <Screen screenKey={screenKey} />
    </main>
  );
}
