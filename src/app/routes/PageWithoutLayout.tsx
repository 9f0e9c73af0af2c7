import { Screen } from '../../runtime/screen/Screen.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';

/** A page without the layout of the application: no menu, header or tabs. */
export function PageWithoutLayout({
  screenKey,
  title,
  isEmbedded = false,
}: {
  screenKey: string;
  title: string;
  isEmbedded?: boolean;
}) {
  useDocumentTitle(title);
  return (
    <main className={isEmbedded ? 'sf-framed' : 'sf-alone'}>
      <Screen screenKey={screenKey} />
    </main>
  );
}
