import type { SignInNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { readPlatformParameters } from '../../session/platform.ts';
import { LogoPicture } from '../LogoPicture.tsx';
import { SignInForm } from './SignInForm.tsx';
import './signIn.css';

/** Short introduction of the platform, shown next to the form. */
const POINTS = ['检测委托、样品、报告全程留痕', '用印、报销、投标审批在线办理', '人员、设备、资质台账随时可查'];

/** The sign-in page. Uses plain HTML elements only, because it is downloaded before anything else. */
export function SignIn({ node }: BlockProps<SignInNode>) {
  const title = readPlatformParameters().name || (node.title ?? '建设工程检测协同平台');
  return (
    <div className="sf-sign">
      <section className="sf-sign-side" aria-label="平台介绍">
        <p className="sf-sign-brand">
          <LogoPicture /> {title}
        </p>
        <div className="sf-sign-words">
          {node.subTitle && <p className="sf-sign-lead">{node.subTitle}</p>}
          <ul>
            {POINTS.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </section>
      <div className="sf-sign-main">
        <div className="sf-sign-card">
          <h1>
            <LogoPicture /> <span>{title}</span>
          </h1>
          <SignInForm />
        </div>
        <p className="sf-sign-foot">如忘记密码，请联系本单位系统管理员</p>
      </div>
    </div>
  );
}
