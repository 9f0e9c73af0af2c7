import { Alert, Button } from 'antd';
import type { DraftPanelNode } from '../../grammar/nodes.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { MyDrafts } from '../detail/drafts/MyDrafts.tsx';
import { listMyDrafts } from '../detail/drafts/myDrafts.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import '../screens.css';

/** Panel with the user's drafts of all forms; renders nothing without drafts. */
export function DraftPanelBlock({ node }: BlockProps<DraftPanelNode>) {
  const services = useServices();
  const { user } = useSituation();
  const { load, reload, refresh } = useLoad(() => listMyDrafts({ services, userId: user.id }), [services, user.id]);
  useShownAgainListener(refresh);
  const drafts = load.value ?? [];
  const { title = '我的草稿', count = 6 } = node;
  if (load.state === 'error' && drafts.length === 0)
    return (
      <section className="sc-panel" aria-label={title} data-panel="drafts">
        <Alert
          type="warning"
          showIcon
          message={`${title}加载失败`}
          description={messageOf(load.error)}
          action={
            <Button size="small" onClick={reload} data-action="retry">
              重试
            </Button>
          }
        />
      </section>
    );
  if (drafts.length === 0) return null;
  return (
    <section className="sc-panel" aria-label={title} data-panel="drafts">
      <div className="sc-panel-head">
        <h3>
          {title}
          <span className="sc-count" data-count="drafts">
            {drafts.length}
          </span>
        </h3>
      </div>
      <MyDrafts lines={drafts.slice(0, count)} showsFormName onChanged={reload} />
      {drafts.length > count ? (
        <p className="sc-note">另有 {drafts.length - count} 份，可在各业务的列表页查看。</p>
      ) : null}
    </section>
  );
}
