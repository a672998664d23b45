/* SPDX-License-Identifier: MIT
 * A file goes to the scratch device as an archive and comes back from there; rm, ls and cat do what
 * they say. The swap disk serves as scratch.
 * @options: -scratch=hdb1
 * @put: tests/boot/smoke.c:text
 * @put: tests/README.md:readme
 * @actions: append text
 * @actions: append readme
 * @actions: rm text
 * @actions: rm readme
 * @actions: ls
 * @actions: extract
 * @actions: cat text
 * @actions: ktest actions
 * @output: ^Files in the root directory:\n(?!(?:.*\n)*text\n(?:.*\n)*End of listing)
 * @output: ^Putting 'text' into the file system\.\.\.\nPutting 'readme' into the file system
 * @output: ^/\* SPDX-License-Identifier: MIT\n \* The kernel boots, runs an action
 * @output: ^KTEST\(smoke\)\n\{\n\}\n
 */
#include "tests/ktest.h"

KTEST(actions)
{
}
