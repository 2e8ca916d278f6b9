import { adyenSubject } from './adyen-subject.ts';
import { describePsp } from './describe-psp.ts';

describePsp(adyenSubject);
