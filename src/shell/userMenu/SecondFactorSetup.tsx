import { Button } from 'antd';
import { useSession } from '../../session/context.ts';
import { SecondFactorBlock } from '../../screens/secondFactor/SecondFactorBlock.tsx';

/** Page that replaces the application until a user with a mandatory second factor has set it up. */
export default function SecondFactorSetup() {
  const session = useSession();
  return (
    <main className="sf-alone" data-first-factor="">
      <div className="sf-alone-card">
        <SecondFactorBlock
          node={{ tag: 'secondFactor', title: '请先设置两步验证' }}
          onDone={() => window.location.reload()}
        />
        <Button onClick={() => void session.signOut()} data-action="sign-out">
          退出登录
        </Button>
      </div>
    </main>
  );
}
