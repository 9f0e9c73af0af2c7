import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { Services } from '../../runtime/services/services.ts';
import { createDocument } from '../document/createDocument.ts';

/**
 * Creates and publishes a screen, unless a screen with this key is published. Throws DOC_HAS_DRAFT if the screen exists
 * only as a draft, because an administrator is still designing it.
 */
export async function publishNewScreen(
  { screens }: Pick<Services, 'screens'>,
  { screenKey, name, definition }: { screenKey: string; name: string; definition: object },
): Promise<void> {
  const existing = (await screens.list()).find(({ key }) => key === screenKey);
  if (existing && existing.version > 0) return;
  if (existing)
    throw new ServiceError(
      'DOC_HAS_DRAFT',
      `界面“${existing.name}”（${screenKey}）已有未发布的草稿，请先在界面管理中发布它`,
    );
  await createDocument(screens, screenKey, name, definition);
  await screens.publish(screenKey, '放进菜单时新建');
}
