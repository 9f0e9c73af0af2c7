import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { PASSWORD, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

interface Envelope<T> {
  code: string;
  data: T;
}

/** Two people talk under a contract; a third, of another company, sees neither the contract nor a word of it. */
describe('a discussion under a contract', () => {
  let product: Product;
  let browser: Browser;
  let staff: Visitor;
  let leader: Visitor;
  let stranger: Visitor;
  let contract: string;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [staff, leader, stranger] = await Promise.all([visitor(browser), visitor(browser), visitor(browser)]);
    contract = await ownContract();
  });
  afterEach(picturesOnFailure(() => ({ staff, leader, stranger })));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  /** A contract that staff made and that is in force; the leader of their department reads it. */
  async function ownContract(): Promise<string> {
    const call = async <T>(path: string, body: object | URLSearchParams, token = ''): Promise<T> => {
      const isForm = body instanceof URLSearchParams;
      const answer = await fetch(`${product.url}/api${path}`, {
        method: 'POST',
        headers: {
          ...(isForm ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: isForm ? body : JSON.stringify(body),
      });
      return ((await answer.json()) as Envelope<T>).data;
    };
    const form = { grant_type: 'captcha', username: 'staff', password: PASSWORD, uuid: 'none', validateCode: '1234' };
    const { access_token: token } = await call<{ access_token: string }>(
      '/auth/oauth/token',
      new URLSearchParams(form),
    );
    const { data } = await call<{ data: { id: string; createBy: string; flwState: string }[] }>(
      '/system/frmCrud/list/contractLedger',
      { page: { pageNum: 1, pageSize: 100 } },
      token,
    );
    const own = data.find(({ createBy, flwState }) => createBy === 'u-staff' && flwState === '3');
    if (!own) throw new Error('the demo company has no contract of staff');
    return own.id;
  }

  const address = (): string => `/commonEntry/detail?formKey=contractLedger&id=${contract}&tab=talk`;
  const box = ({ page }: Visitor) => page.getByLabel('写评论');
  const discussion = ({ page }: Visitor) => page.locator('[data-thread]');
  const say = async (who: Visitor, text: string): Promise<void> => {
    await box(who).fill(text);
    await box(who).press('Control+Enter');
    await discussion(who).locator('[data-own="1"]').getByText(text).waitFor();
  };

  it('goes to and fro without a reload: a question with @, the answer, what was read', async () => {
    await Promise.all([
      signIn(staff.page, product.url, 'staff', address()),
      signIn(leader.page, product.url, 'leader', address()),
    ]);
    await Promise.all([discussion(staff).waitFor(), discussion(leader).waitFor()]);
    await box(staff).pressSequentially('@');
    await staff.page.keyboard.insertText('陈立');
    // text that an input method commits is looked at with the next key
    await box(staff).press('Shift');
    await staff.page.getByRole('menuitem').filter({ hasText: '陈立群' }).click();
    await box(staff).pressSequentially('本月结算单请审一下');
    await box(staff).press('Control+Enter');
    await discussion(leader).getByText('本月结算单请审一下').waitFor();
    // read is what was on screen
    await box(leader).scrollIntoViewIfNeeded();
    const asked = discussion(staff).locator('[data-own="1"]').filter({ hasText: '本月结算单请审一下' });
    await asked.getByText('1 人已读').waitFor();
    await say(leader, '收到，下午看');
    await discussion(staff).getByText('收到，下午看').waitFor();
    expect(await box(staff).inputValue()).toBe('');
    expect([...staff.faults(), ...leader.faults()]).toEqual([]);
  });

  it('reaches who was addressed among their reminders, which lead to it', async () => {
    await leader.page.goto(`${product.url}/#/taskCenter/remindList`);
    const reminder = leader.page.getByText(/周明轩在“.*”的讨论中提到了您/).first();
    await reminder.waitFor();
    await reminder.click();
    await discussion(leader).getByText('本月结算单请审一下').waitFor();
  });

  it('is corrected and taken back by its author in sight of the other', async () => {
    await say(staff, '金额写错了');
    const own = discussion(staff).locator('[data-comment]').filter({ hasText: '金额写错了' });
    await own.locator('[data-action="comment-edit"]').click();
    await staff.page.getByLabel('修改评论').fill('金额已更正');
    await staff.page.getByLabel('修改评论').press('Control+Enter');
    await discussion(leader).getByText('金额已更正').waitFor();
    await discussion(leader).getByText('已编辑').waitFor();
    const changed = discussion(staff).locator('[data-comment]').filter({ hasText: '金额已更正' });
    await changed.locator('[data-action="comment-remove"]').click();
    await staff.page
      .getByRole('button', { name: /删\s*除/ })
      .last()
      .click();
    await discussion(leader).getByText('此评论已删除').waitFor();
    expect(await discussion(leader).getByText('金额已更正').count()).toBe(0);
  });

  it('keeps what was typed over a reload, and stands in what happened to the contract', async () => {
    await box(staff).fill('还没写完');
    await staff.page.reload();
    await discussion(staff).waitFor();
    await expect.poll(() => box(staff).inputValue()).toBe('还没写完');
    await staff.page.getByRole('tab', { name: '动态' }).click();
    await staff.page.locator('[data-timeline]').getByText('收到，下午看').waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('does not exist for somebody without the right to the contract', async () => {
    await signIn(stranger.page, product.url, 'ruanyifei', address());
    await stranger.page
      .getByText(/不存在|无权/)
      .first()
      .waitFor();
    expect(await discussion(stranger).count()).toBe(0);
    expect(await stranger.page.getByText('本月结算单请审一下').count()).toBe(0);
    expect(await stranger.page.getByText('提到了您').count()).toBe(0);
  });
});
