import { adyenSubject } from './adyen.ts';
import { describePsp } from './describe-psp.ts';

describePsp(adyenSubject);
