import { useSnapshot } from 'valtio';
import type { Notices as NoticeStore } from '../session/notices.ts';

/** Messages over every page, sign-in included. */
export function Notices({ notices }: { notices: NoticeStore }) {
  const { list } = useSnapshot(notices.state);
  return (
    <div className="sf-notices" role="alert">
      {list.map(({ id, level, text }) => (
        <div key={id} className="sf-notice" data-level={level} data-notice>
          <span>{text}</span>
          <button type="button" aria-label="关闭提示" onClick={() => notices.dismiss(id)}>×</button>
        </div>
      ))}
    </div>
  );
}
