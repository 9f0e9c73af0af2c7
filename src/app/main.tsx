import '../runtime/screen/popstateGuard.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAhead } from './boot/prefetch.ts';
import { App } from './App.tsx';
import { composeProduct } from './boot/compose.ts';
import { reportFailures } from './boot/failures.ts';
import { meta } from './boot/meta.ts';
import { NOT_KEPT, replaceRefusedStorage } from './boot/pageStorage.ts';
import { giveStylesNonce } from './boot/styleNonce.ts';

giveStylesNonce(document, meta('csp-nonce'));
const isForgetful = replaceRefusedStorage(window);
const product = composeProduct();
if (isForgetful && window.parent === window) product.notices.show('warning', NOT_KEPT, 'stays');
reportFailures(product.notices);
startAhead(product.session, product.screens, window.location.hash);
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App product={product} />
  </StrictMode>,
);
