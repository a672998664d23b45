/* SPDX-License-Identifier: MIT
 * The run-time half of -fsanitize=undefined, in the debug kernel only: each finding is a panic.
 *
 * The compiler calls __ubsan_handle_KIND with a static description, which begins with the place in
 * the source for all kinds but one, and then the operands, which we do not look at: file, line and
 * kind say enough.
 */
#include <debug.h>
#include <stdint.h>

struct place {
    const char *file;
    uint32_t line;
    uint32_t column;
};

NO_RETURN static void report(const struct place *place, const char *kind)
{
    debug_panic(place->file, place->line, "ubsan", "undefined behaviour: %s (column %u)", kind,
                (unsigned)place->column);
}

/* The plain handler and the one of -fno-sanitize-recover. */
#define HANDLER(NAME, KIND)                                                                        \
    void __ubsan_handle_##NAME(const struct place *);                                              \
    void __ubsan_handle_##NAME(const struct place *place)                                          \
    {                                                                                              \
        report(place, KIND);                                                                       \
    }                                                                                              \
    void __ubsan_handle_##NAME##_abort(const struct place *)                                       \
        __attribute__((alias("__ubsan_handle_" #NAME)));

/* Kinds whose place comes as a second argument. */
#define HANDLER_WITH_PLACE(NAME, KIND)                                                             \
    void __ubsan_handle_##NAME(const void *, const struct place *);                                \
    void __ubsan_handle_##NAME(const void *data, const struct place *place)                        \
    {                                                                                              \
        report(place, KIND);                                                                       \
    }                                                                                              \
    void __ubsan_handle_##NAME##_abort(const void *, const struct place *)                         \
        __attribute__((alias("__ubsan_handle_" #NAME)));

HANDLER(add_overflow, "addition overflows")
HANDLER(sub_overflow, "subtraction overflows")
HANDLER(mul_overflow, "multiplication overflows")
HANDLER(negate_overflow, "negation overflows")
HANDLER(divrem_overflow, "division by zero or overflow")
HANDLER(shift_out_of_bounds, "shift out of bounds")
HANDLER(out_of_bounds, "array index out of bounds")
HANDLER(local_out_of_bounds, "access out of a local's bounds")
HANDLER(type_mismatch_v1, "null, misaligned or too small object")
HANDLER(alignment_assumption, "assumed alignment does not hold")
HANDLER(pointer_overflow, "pointer arithmetic overflows")
HANDLER(vla_bound_not_positive, "array length not positive")
HANDLER(load_invalid_value, "value is not one of its type's")
HANDLER(implicit_conversion, "implicit conversion changes the value")
HANDLER(invalid_builtin, "invalid argument of a builtin")
HANDLER(function_type_mismatch, "call through the wrong function type")
HANDLER(function_type_mismatch_v1, "call through the wrong function type")
HANDLER(float_cast_overflow, "floating-point conversion overflows")
HANDLER(nonnull_arg, "null argument declared not null")
HANDLER(nullability_arg, "null argument declared not null")
HANDLER_WITH_PLACE(nonnull_return_v1, "null result declared not null")
HANDLER_WITH_PLACE(nullability_return_v1, "null result declared not null")

/* These two have no recovering form. */
void __ubsan_handle_builtin_unreachable(const struct place *);
void __ubsan_handle_missing_return(const struct place *);

void __ubsan_handle_builtin_unreachable(const struct place *place)
{
    report(place, "unreachable code reached");
}

void __ubsan_handle_missing_return(const struct place *place)
{
    report(place, "end of a function with a result reached");
}
