import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { Screen } from '../../runtime/screen/Screen.tsx';
import { PageMessage } from './PageMessage.tsx';

/**
 * The screen of a route. For a screen that does not exist, administrators see how to correct the menu; others see a
 * general message.
 */
export function PageScreen({ screenKey, title }: { screenKey: string; title: string }) {
  return <Screen screenKey={screenKey} missing={<MissingScreen screenKey={screenKey} title={title} />} />;
}

/** Message for a menu entry whose screen is not published (RG-012). */
function MissingScreen({ screenKey, title }: { screenKey: string; title: string }) {
  const { user } = useSituation();
  return (
    <PageMessage symbol="?" title={isAdministrator(user) ? '菜单指定的界面不存在' : '页面尚未开放'}>
      {isAdministrator(user) ? (
        <p>
          菜单“{title}”的 component 为 <code>{screenKey}</code>，但没有已发布的同名界面。请改正菜单，或先发布这个界面。
        </p>
      ) : (
        <p>“{title}”暂时没有内容，如需使用请联系系统管理员。</p>
      )}
      <a className="sf-button" data-action="go" href="#/">
        返回首页
      </a>
    </PageMessage>
  );
}
