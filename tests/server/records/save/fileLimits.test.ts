import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;

const PDF = '%PDF-1.4\n%%EOF';
const upload = (key: string, more: object = {}): object => ({
  tag: 'el-upload',
  __vModel__: key,
  label: key,
  multiple: true,
  ...more,
});
const fields = [
  upload('plain'),
  upload('pdfs', { accept: '.pdf', fileCountLimit: 2 }),
  upload('photos', { 'list-type': 'picture-card' }),
  upload('small', { accept: '.txt', fileSize: 1, sizeUnit: 'KB' }),
  { tag: 'subTable', __vModel__: 't', label: 't', children: [upload('cell', { accept: 'image/*' })] },
];

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  await publishForm(server.context, {
    formKey: 'limits',
    definition: { formKey: 'limits', formName: '附件', fields },
    note: '初版',
    author,
  });
});
afterAll(() => server.dispose());

async function sent(name: string, content = '正文'): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const answer = await staff.post<{ id: string }>('/api/file/sys/file/upload', form);
  expect(answer.code, answer.msg).toBe('1');
  return answer.data.id;
}
const save = (fieldsMap: Record<string, unknown>, cells: string[] = [], more: object = {}) =>
  recordsOf(staff, 'limits').save({
    fieldsMap: fieldsMap as never,
    childTables: { t: cells.map((cell, index) => ({ id: `r${index + 1}`, fieldsMap: { cell } })) },
    ...more,
  });
const details = async (answer: ReturnType<typeof save>): Promise<string[]> =>
  (
    (await answer).data as unknown as { problems?: { path: (string | number)[]; params: { detail: string } }[] }
  ).problems?.map(({ path, params }) => `${path.slice(1).join('/')}: ${params.detail}`) ?? [];

describe('files added to a field', () => {
  it('are taken where type, size and count fit', async () => {
    const [text, pdf, other] = await Promise.all([sent('说明.txt'), sent('合同.pdf', PDF), sent('附件.PDF', PDF)]);
    expect((await save({ plain: `${text},${pdf}`, pdfs: `${pdf},${other}`, small: text })).code).toBe('1');
  });

  it('are refused by their field’s own types, in rows as well', async () => {
    const text = await sent('说明.txt');
    expect(await details(save({ pdfs: text, photos: text }, [text]))).toEqual([
      'pdfs: “说明.txt”文件格式不正确，请上传pdf格式的文件',
      'photos: “说明.txt”文件格式不正确，请上传png、jpg、jpeg格式的文件',
      't/0/fieldsMap/cell: “说明.txt”文件格式不正确，请上传图片格式的文件',
    ]);
  });

  it('are refused when one is larger or when there are more than the field takes, whether it says so or not', async () => {
    const big = await sent('长文.txt', '长'.repeat(2000));
    const pdfs = await Promise.all([1, 2, 3].map((number) => sent(`${number}.pdf`, `${PDF}${number}`)));
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => sent(`${number}.txt`, `第${number}`)));
    expect(await details(save({ small: big, pdfs: pdfs.join(','), plain: six.join(',') }))).toEqual(
      ['plain: 最多 5 个文件', 'pdfs: 最多 2 个文件', 'small: “长文.txt”过大，上传文件大小不能超过 1 KB'].toSorted(
        (a, b) => order(a) - order(b),
      ),
    );
  });

  it('are judged alone: what stood there before the limits changed may stay', async () => {
    const text = await sent('旧文.txt');
    const first = await save({ plain: text });
    await publishForm(server.context, {
      formKey: 'limits',
      definition: {
        formKey: 'limits',
        formName: '附件',
        fields: [upload('plain', { accept: '.pdf', fileCountLimit: 1 }), ...fields.slice(1)],
      },
      note: '第二版',
      author,
    });
    const kept = await save({ plain: text, small: '' }, [], { id: first.data.id, revision: first.data.revision });
    expect(kept.code, kept.msg).toBe('1');
    expect(await details(save({ plain: text }))).toEqual(['plain: “旧文.txt”文件格式不正确，请上传pdf格式的文件']);
  });
});

const order = (text: string): number => ['pdfs', 'plain', 'small'].indexOf(text.split(':')[0] as string);
