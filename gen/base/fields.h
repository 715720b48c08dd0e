// The fields of stored structs. A struct lists its members once:
//
//     struct Origin {
//       std::string host, program;
//       static constexpr Fields<&Origin::host, &Origin::program> fields = {};
//     };
//
// From the list come its JSON, its CBOR and the text of a difference
// (reports/formats/stored_json.h), and its row in SQLite (perft/cluster/database.h). A field has
// the name of its member in all of them.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace plylab {

/// A list of members, each by its address. A derived struct's list is that of its base + its own.
template <auto... members>
struct Fields {
  template <auto... more>
  consteval Fields<members..., more...> operator+(Fields<more...>) const {
    return {};
  }
};

/// A struct with a list of its fields. Members that are not stored are in a list `unstored`.
template <class T>
concept Described = requires {
  T::fields;
};

namespace detail {

template <auto member>
consteval const char* signature() {
  return __PRETTY_FUNCTION__;  // ends with "member = &plylab::Origin::host]"
}

template <auto member>
consteval std::string_view name_of() {
  std::string_view name = signature<member>();
  name = name.substr(name.rfind(':') + 1);
  return name.substr(0, name.find_last_not_of(")]") + 1);
}

template <class T>
consteval auto unstored_of() {
  if constexpr (requires { T::unstored; })
    return T::unstored;
  else
    return Fields<>();
}

struct Anything {
  template <class T>
  operator T() const;
};

template <class T, std::size_t... i>
consteval bool takes(std::index_sequence<i...>) {
  return requires { T{(void(i), Anything())...}; };
}

/// The number of values that initialise an aggregate: one for its base, and one for each member.
template <class T, std::size_t found = 0>
consteval std::size_t values_of() {
  if constexpr (takes<T>(std::make_index_sequence<found + 1>()))
    return values_of<T, found + 1>();
  else
    return found;
}

template <class T, class Member>
consteval bool is_own(Member T::*) {
  return true;
}
template <class T>
consteval bool is_own(auto) {
  return false;
}

template <class T, auto... members>
consteval bool lists_all(Fields<members...>) {
  constexpr bool has_base = !(is_own<T>(members) && ...);
  return (std::size_t{has_base} + ... + std::size_t{is_own<T>(members)}) == values_of<T>();
}

}  // namespace detail

/// Calls visit(name, member) for each stored field, in the order of the list. Does not compile if
/// a member of the struct is in neither list.
template <class T>
requires Described<std::remove_const_t<T>>
constexpr void for_each_field(T& object, auto&& visit) {
  using Struct = std::remove_const_t<T>;
  static_assert(detail::lists_all<Struct>(Struct::fields + detail::unstored_of<Struct>()),
                "a member of this struct is not in its list of fields");
  [&]<auto... members>(Fields<members...>) {
    (visit(detail::name_of<members>(), object.*members), ...);
  }
  (Struct::fields);
}

}  // namespace plylab
