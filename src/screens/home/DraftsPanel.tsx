import { useServices, useSituation } from '../../runtime/contexts.ts';
import { MyDrafts } from '../detail/drafts/MyDrafts.tsx';
import { listMyDrafts } from '../detail/drafts/myDrafts.ts';
import { useLoad } from '../shared/useLoad.ts';

/** Drafts shown before the rest is counted. */
const FIRST = 6;

/** What this person left unsaved anywhere; absent where there is nothing. */
export function DraftsPanel() {
  const services = useServices();
  const { user } = useSituation();
  const { load, reload } = useLoad(() => listMyDrafts({ services, userId: user.id }), [services, user.id]);
  const lines = load.value ?? [];
  if (lines.length === 0) return null;
  return (
    <section className="sc-panel" aria-label="我的草稿" data-panel="drafts">
      <div className="sc-panel-head"><h3>我的草稿<span className="sc-count" data-count="drafts">{lines.length}</span></h3></div>
      <MyDrafts lines={lines.slice(0, FIRST)} hasForm onChanged={reload} />
      {lines.length > FIRST ? <p className="sc-note">另有 {lines.length - FIRST} 份，可在各业务的列表页查看。</p> : null}
    </section>
  );
}
