import { useDocumentTitle } from './title.ts';

/** An embedded page (SH-005, SH-006). */
export function FramePage({ link, title }: { link: string; title: string }) {
  useDocumentTitle(title);
  return <iframe className="sf-frame" src={link} title={title} />;
}
