import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FlowProgress } from '../../../../src/server/approval/view/progress.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task } from '../story.ts';

let server: TestServer;
const KEY = 'calling';
const call = (id: string, said: string): string =>
  `<serviceTask id="${id}" name="${id}" xmlns:y="urn:y" y:token="S3CRET"><extensionElements>${said}</extensionElements></serviceTask>`;
const XML = flowFile(
  KEY,
  `<!-- S3CRET in words -->${task('last user hr')}${call('tell', '<x:connector xmlns:x="urn:x"><x:url>http://127.0.0.1/S3CRET</x:url></x:connector><sf:call method="POST" url="http://127.0.0.1:9/erp?token=S3CRET"/>')}` +
    `${call('again', '<q:Call xmlns:q="urn:schema-first:bpmn" url=\'http://127.0.0.1:9/&#83;3CRET?a=">"\'/><sf:answer field="note" from="price"/>')}${edge('f1', 'apply', 'last')}${edge('f2', 'last', 'tell')}${edge('f3', 'tell', 'again')}${edge('f4', 'again', 'e')}`,
);

beforeAll(async () => {
  server = await startTestServer();
  await publishStory(server, KEY, XML);
});
afterAll(() => server.dispose());

const published = async (who: string): Promise<string> =>
  (await (await clientOf(server, who)).get<{ xml: string }>(`/api/task/flow/flwFrm/getFlwDefByFrmKey?formKey=${KEY}`))
    .data.xml;
const NAMES = /3CRET|127\.0\.0\.1|connector/;

it('which services a process calls, and where, is told to administrators alone, and the rest can be read and drawn', async () => {
  expect(await published('admin')).toBe(XML);
  const story = await begin(server, KEY);
  const { data } = await (
    await story.client('staff')
  ).get<FlowProgress>(`/api/task/flow/process/progress?formKey=${KEY}&recordId=${story.id}`);
  for (const text of [await published('weizixuan'), await published('staff'), data.xml]) {
    expect(text).not.toMatch(NAMES);
    const { definition } = await parseFlow(text);
    expect(Object.keys(definition?.nodes ?? {}).sort()).toEqual(['again', 'apply', 'e', 'last', 's', 'tell']);
    expect(definition?.nodes['last']?.candidates).toEqual([{ type: 'user', value: 'hr' }]);
  }
  for (const id of ['tell', 'again', 'last']) expect(data.xml).toContain(`bpmnElement="${id}"`);
  expect(data.nodes.map(({ nodeId }) => nodeId)).toContain('last');
});
