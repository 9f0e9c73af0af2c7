import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CodeCardsBlock } from '../../src/screens/codes/CodeCardsBlock.tsx';
import { MailViewBlock } from '../../src/screens/mail/MailViewBlock.tsx';
import { PrintBlock } from '../../src/screens/print/PrintBlock.tsx';
import { PreviewBlock } from '../../src/screens/preview/PreviewBlock.tsx';
import { fakeServices, renderAt } from './fakes.tsx';

it.each([
  ['a printed record', '地址中缺少记录编号', () => <PrintBlock node={{ tag: 'recordPrint' }} path={[]} />],
  ['a mail', '地址中缺少邮件编号', () => <MailViewBlock node={{ tag: 'mailView' }} path={[]} />],
  ['a preview', '地址中缺少文件编号', () => <PreviewBlock node={{ tag: 'filePreview' }} path={[]} />],
  [
    'labels',
    '地址中缺少记录编号',
    () => <CodeCardsBlock node={{ tag: 'codeCards', formKey: 'seal', fields: [] } as never} path={[]} />,
  ],
])('an address that does not name %s says so, and offers no other try', async (_what, text, block) => {
  await renderAt('/x', Object.assign(fakeServices({}), { mail: {} }), block());
  await screen.findByText(text);
  expect(document.querySelector('[data-action="retry"]')).toBeNull();
});
