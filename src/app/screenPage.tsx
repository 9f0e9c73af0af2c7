import { useLocation } from 'react-router-dom';
import { Screen } from '../runtime/screen.tsx';
import { useDocumentTitle } from './title.ts';
import { usePlaceTitle } from './placeTitle.ts';

/** What makes another place of the same screen; filters and the like do not. */
const IDENTITY = ['formKey', 'id', 'taskId', 'isEdit', 'draft'];

/** One screen as a page. Another record or form starts it anew; another filter does not. */
export function ScreenPage({ screenKey, title }: { screenKey: string; title: string }) {
  const query = new URLSearchParams(useLocation().search);
  const placeTitle = usePlaceTitle();
  useDocumentTitle(title || placeTitle);
  return <Screen key={[screenKey, ...IDENTITY.map((name) => query.get(name))].join('|')} screenKey={screenKey} />;
}
